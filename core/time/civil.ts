// Dates of the proleptic Gregorian calendar ↔ days since 1970-01-01, with integer arithmetic only.

export const DAY = 86_400
export const DAY_MS = 86_400_000

export interface CivilDate {
  readonly year: number
  /** 1–12 */
  readonly month: number
  /** 1–31 */
  readonly day: number
}

/** Days from 1970-01-01 to a civil date; negative before it. A day outside its month carries over into other months. */
export function daysFromCivil(year: number, month: number, day: number): number {
  // Years are counted from March. Then the leap day is the last day of its year, and one formula gives all month lengths.
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  )
}

/** The civil date `days` after 1970-01-01: the inverse of `daysFromCivil`. */
export function civilFromDays(days: number): CivilDate {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** 28–31. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days from 1970-01-01 to a date such as `2027-01-31`. Null for any other text, and for a day that its month does not have. */
export function dayNamed(text: string): number | null {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return isDate ? daysFromCivil(year, month, day) : null
}

/** 0 = Sunday … 6 = Saturday. */
export const weekdayOf = (days: number): number => (((days + 4) % 7) + 7) % 7
