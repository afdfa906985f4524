// Whole numbers for people.

/** A whole number with separated thousands: `12,345`. */
export const figure = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
