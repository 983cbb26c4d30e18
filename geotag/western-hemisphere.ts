/** Recognizes places west of Greenwich, for sheets whose longitudes lack the minus sign. */
import type { Coordinates } from './coordinates.ts';

/** Name, and bounds in whole degrees: south, north, west and east, the last two west of Greenwich. */
const STATES: Readonly<Record<string, readonly [string, number, number, number, number]>> = {
  AL: ['Alabama', 30, 36, 89, 84],
  AK: ['Alaska', 51, 72, 180, 129],
  AZ: ['Arizona', 31, 38, 115, 109],
  AR: ['Arkansas', 33, 37, 95, 89],
  CA: ['California', 32, 43, 125, 114],
  CO: ['Colorado', 36, 42, 110, 102],
  CT: ['Connecticut', 40, 43, 74, 71],
  DE: ['Delaware', 38, 40, 76, 75],
  DC: ['District of Columbia', 38, 40, 78, 76],
  FL: ['Florida', 24, 32, 88, 79],
  GA: ['Georgia', 30, 36, 86, 80],
  HI: ['Hawaii', 18, 29, 179, 154],
  ID: ['Idaho', 41, 50, 118, 111],
  IL: ['Illinois', 36, 43, 92, 87],
  IN: ['Indiana', 37, 42, 89, 84],
  IA: ['Iowa', 40, 44, 97, 90],
  KS: ['Kansas', 36, 41, 103, 94],
  KY: ['Kentucky', 36, 40, 90, 81],
  LA: ['Louisiana', 28, 34, 95, 88],
  ME: ['Maine', 42, 48, 72, 66],
  MD: ['Maryland', 37, 40, 80, 75],
  MA: ['Massachusetts', 41, 43, 74, 69],
  MI: ['Michigan', 41, 49, 91, 82],
  MN: ['Minnesota', 43, 50, 98, 89],
  MS: ['Mississippi', 30, 36, 92, 88],
  MO: ['Missouri', 35, 41, 96, 89],
  MT: ['Montana', 44, 50, 117, 104],
  NE: ['Nebraska', 39, 44, 105, 95],
  NV: ['Nevada', 35, 43, 121, 114],
  NH: ['New Hampshire', 42, 46, 73, 70],
  NJ: ['New Jersey', 38, 42, 76, 73],
  NM: ['New Mexico', 31, 38, 110, 102],
  NY: ['New York', 40, 46, 80, 71],
  NC: ['North Carolina', 33, 37, 85, 75],
  ND: ['North Dakota', 45, 50, 105, 96],
  OH: ['Ohio', 38, 43, 85, 80],
  OK: ['Oklahoma', 33, 38, 104, 94],
  OR: ['Oregon', 41, 47, 125, 116],
  PA: ['Pennsylvania', 39, 43, 81, 74],
  PR: ['Puerto Rico', 17, 19, 68, 65],
  RI: ['Rhode Island', 41, 43, 72, 71],
  SC: ['South Carolina', 32, 36, 84, 78],
  SD: ['South Dakota', 42, 46, 105, 96],
  TN: ['Tennessee', 34, 37, 91, 81],
  TX: ['Texas', 25, 37, 107, 93],
  UT: ['Utah', 36, 43, 115, 109],
  VT: ['Vermont', 42, 46, 74, 71],
  VA: ['Virginia', 36, 40, 84, 75],
  VI: ['U.S. Virgin Islands', 17, 19, 66, 64],
  WA: ['Washington', 45, 50, 125, 116],
  WV: ['West Virginia', 37, 41, 83, 77],
  WI: ['Wisconsin', 42, 48, 93, 86],
  WY: ['Wyoming', 40, 46, 112, 104],
};
const BY_NAME = new Map(Object.values(STATES).map((state) => [state[0].toLowerCase(), state]));
const UNITED_STATES = /^(?:us|usa|u\.s\.(?:a\.)?|united states(?: of america)?)$/i;
/** Guam, the Northern Mariana Islands, and Alaska, whose last islands are beyond 180°. */
const EASTERN_STATES = /^(?:gu|guam|mp|northern mariana islands|ak|alaska)$/i;
const COUNTRIES = new Set(
  `ar arg argentina|bb brb barbados|bo bol bolivia|br bra brazil|bs bhs bahamas|bz blz belize|ca can canada|cl chl chile|
  co col colombia|cr cri costa rica|cu cub cuba|do dom dominican republic|ec ecu ecuador|gt gtm guatemala|gy guy guyana|
  hn hnd honduras|ht hti haiti|ie irl ireland|is isl iceland|jm jam jamaica|ma mar morocco|mx mex mexico|
  ni nic nicaragua|pa pan panama|pe per peru|pr pri puerto rico|pt prt portugal|py pry paraguay|sn sen senegal|
  sr sur suriname|sv slv el salvador|tt tto trinidad and tobago|uy ury uruguay|ve ven venezuela`
    .split('|')
    .flatMap((line) => {
      const [two = '', three = '', ...name] = line.trim().split(' ');
      return [two, three, name.join(' ')];
    }),
);

export interface NamedPlace extends Coordinates {
  state: string;
  country: string;
}

function isInState({ state, latitude, longitude }: Omit<NamedPlace, 'country'>): boolean {
  const found = STATES[state.toUpperCase()] ?? BY_NAME.get(state.toLowerCase());
  if (!found) return false;
  const [, south, north, west, east] = found;
  return latitude >= south && latitude <= north && -longitude <= west && -longitude >= east;
}

/** Checks if the longitude of a western place lacks its minus sign. */
export function lacksMinus(place: NamedPlace): boolean {
  const { state, country, longitude } = place;
  if (longitude <= 0) return false;
  if (COUNTRIES.has(country.toLowerCase())) return true;
  if (UNITED_STATES.test(country)) return !EASTERN_STATES.test(state);
  if (country !== '') return false;
  // Georgia is also a country, and codes are used for regions of many countries.
  const isOnlyAmerican = BY_NAME.has(state.toLowerCase()) && !/^(?:georgia|alaska)$/i.test(state);
  return isOnlyAmerican || isInState({ ...place, longitude: -longitude });
}

/** Checks if the place is in its state when latitude and longitude are swapped. */
export function isSwapped({ state, country, latitude, longitude }: NamedPlace): boolean {
  if (country !== '' && !UNITED_STATES.test(country)) return false;
  return isInState({ state, latitude: longitude, longitude: latitude });
}
