/** Converts day numbers to dates, without a clock or a time zone. */

/** A date of the proleptic Gregorian calendar; months and days begin at 1. */
export interface CivilDate {
  year: number;
  month: number;
  day: number;
}

/**
 * Converts days since 1970-01-01 to a date. Years begin in March, so that the leap day is the last day of a year
 * (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
 */
export function toCivilDate(days: number): CivilDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}
