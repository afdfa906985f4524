// Kinds of seconds that the compiler keeps apart. Only the functions here turn a plain number into one of them.

declare const unit: unique symbol
type Unit<Name extends string> = number & { readonly [unit]: Name }

/** Seconds since 1970-01-01T00:00:00Z, without leap seconds. */
export type EpochSeconds = Unit<'epoch'>
/** A wall time as seconds since 1970-01-01T00:00:00 on the same wall. */
export type LocalSeconds = Unit<'local'>
/** Seconds to add to UTC to get local time; positive east of Greenwich. */
export type OffsetSeconds = Unit<'offset'>

export const epochSeconds = (seconds: number): EpochSeconds => seconds as EpochSeconds
export const localSeconds = (seconds: number): LocalSeconds => seconds as LocalSeconds
export const offsetSeconds = (seconds: number): OffsetSeconds => seconds as OffsetSeconds

/** An instant before every transition of every zone and every moment that can be asked about. Stored to mean "since the beginning". */
export const BEFORE_ALL = epochSeconds(-100_000_000_000)

/** The wall time at an instant with this offset. */
export const toLocal = (at: EpochSeconds, offset: OffsetSeconds): LocalSeconds => localSeconds(at + offset)

/** The instant at which a clock with this offset shows `local`. */
export const toInstant = (local: LocalSeconds, offset: OffsetSeconds): EpochSeconds =>
  epochSeconds(local - offset)
