// Kinds of second that the compiler keeps apart, and the only places where a plain number becomes one of them.

declare const unit: unique symbol
type Unit<Name extends string> = number & { readonly [unit]: Name }

/** Seconds since 1970-01-01T00:00:00Z, without leap seconds. */
export type EpochSeconds = Unit<'epoch'>
/** A wall-clock reading as seconds since 1970-01-01T00:00:00 on that wall. */
export type LocalSeconds = Unit<'local'>
/** Seconds to add to UTC to get local time; positive east of Greenwich. */
export type OffsetSeconds = Unit<'offset'>

export const epochSeconds = (seconds: number): EpochSeconds => seconds as EpochSeconds
export const localSeconds = (seconds: number): LocalSeconds => seconds as LocalSeconds
export const offsetSeconds = (seconds: number): OffsetSeconds => seconds as OffsetSeconds

/** Before every transition of every zone and every moment that can be asked about; stands for "since ever" where an instant is stored. */
export const BEFORE_ALL = epochSeconds(-100_000_000_000)

/** What the wall shows at an instant where the offset is `offset`. */
export const toLocal = (at: EpochSeconds, offset: OffsetSeconds): LocalSeconds => localSeconds(at + offset)

/** The instant at which a wall that is `offset` ahead of UTC shows `local`. */
export const toInstant = (local: LocalSeconds, offset: OffsetSeconds): EpochSeconds =>
  epochSeconds(local - offset)
