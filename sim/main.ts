/** Starts only the simulated Google Sheets, with a few sheets to try by hand: `node sim/main.ts [port]`. */
import { startGoogleSheets } from './google-sheets.ts';

const TOWNS = 'city,state,zip\r\nAustin,TX,78701\r\nBoston,MA,02108\r\n"Coeur d’Alene",ID,83814\r\n';

const google = await startGoogleSheets(Number(process.argv[2] ?? 0));
const towns = google.share({ title: 'Towns', tabs: [{ gid: '0', csv: TOWNS }] });
const secret = google.share({ title: 'Private towns', tabs: [], trouble: 'sign-in' });
const deleted = google.share({ title: 'Deleted towns', tabs: [], trouble: 'deleted' });

console.log(`Google Sheets   ${google.base}`);
console.log(`public sheet    ${towns}`);
console.log(`private sheet   ${secret}`);
console.log(`deleted sheet   ${deleted}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void google.close());
}
