// Reads an option that is a whole number.
import { InvalidArgumentError } from 'commander'

/** Returns the function that reads a whole number above 0 with at most so many digits. `range` is how the error says which numbers. */
export const wholeNumber =
  (digits: number, range: string) =>
  (text: string): number => {
    if (/^[1-9]\d*$/.test(text) && text.length <= digits) return Number(text)
    throw new InvalidArgumentError(`Expected a whole number ${range}.`)
  }
