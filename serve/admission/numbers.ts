// Every number of this room, with its reason. Docs: "What a sender may cost" in operations.md.
//
// A network is an IPv4 address or an IPv6 /48: wide enough for two hundred people behind one address who read their answers. Of its connections
// those go that are idle longest.

const MB = 2 ** 20

/** The share of one sender in this process. */
export interface Share {
  /** Part of the time of the process, over some ten seconds, while others wait. */
  readonly work: number
  /** Bytes in memory that it has not read. Answers that share their bytes count once. */
  readonly unreadBytes: number
  /** Requests without a whole answer. */
  readonly waiting: number
  readonly connections: number
}

export const SHARE_OF_NETWORK: Share = {
  work: 0.1,
  unreadBytes: 32 * MB,
  waiting: 2048,
  connections: 256,
}

/** A proxy, whose requests name their senders. */
export const SHARE_OF_PROXY: Share = {
  work: 1,
  unreadBytes: Infinity,
  waiting: Infinity,
  connections: Infinity,
}

/** An account, by the requests a second of its plan: a tenth for Free (5), a quarter for Developer (25), a half for Business (100). */
export function shareOfAccount(requestsPerSecond: number): Share {
  const work = Math.min(0.5, Math.max(0.1, requestsPerSecond / 100))
  return { work, unreadBytes: 80 * MB * work, waiting: 2560 * work, connections: Infinity }
}

/** Milliseconds over which work is counted. */
export const WORK_MS = 10_000
/** Milliseconds beyond WORK_MS that are still counted. All other work is not, so a sender that had everything soon has its share again. */
export const OVER_MS = 500
/**
 * Milliseconds that nothing here measures: Node takes a connection, reads a request and each of its fields, and writes its answer.
 * On one machine that was 0.04, 0.0005 and 0.07 to 0.13, on another one up to 0.11, 0.0017 and 0.50. So each process finds out what a millisecond of
 * these is on its machine. `npm run bench -- charges` checks the charge of each kind of request.
 */
export const REQUEST_MS = 0.04
export const FIELD_MS = 0.0006
export const CONNECTION_MS = 0.18
/** Milliseconds of such work after which that is found again: some thousand requests. */
export const FIT_EVERY_MS = 50
/** At most so many times as long, or as short. The process may have done something else, such as opening an artifact. */
export const MOST_FIT = 4
/**
 * Descriptors that connections leave free: for the operators' port, for an artifact that becomes current, and for the stores and children that a
 * server opens later.
 */
export const DESCRIPTORS_LEFT = 64
/** A server takes so many connections however few descriptors there are. */
export const LEAST_CONNECTIONS = 16

/**
 * Connections that the system holds until Node takes them, as far as the system allows (Linux: 4,096). Behind Node's own 511 the system drops the
 * first packet of a new connection, which is sent again after a second: one address that opened 2,000 connections again and again made others wait
 * that long.
 */
export const NOT_YET_TAKEN = 4096

/** Requests of one connection without an answer. The next one is refused. A client that pipelines usually has a few under way. */
export const MOST_OF_CONNECTION = 16

/** Distinct unread bytes of all senders, above which the sender with most of them loses an answer. */
export const MEMORY = 128 * MB
/** Answers of at least so many bytes must be read in time. */
export const LARGE = 64 * 2 ** 10
/**
 * A connection that takes nothing of a large answer is closed after one to two times this: Node counts again while something is on its way.
 * And in any case after this and the time that the answer takes at SLOWEST_BYTES_A_SECOND.
 */
export const STALLED_MS = 15_000
export const SLOWEST_BYTES_A_SECOND = 50_000

/** Milliseconds for which a sender counts as present after its latest request. */
export const PRESENT_MS = 1000
/** Part of the time for which the process must work before senders beyond their share make room for others. */
export const BUSY = 0.5
/** How often that part is measured, at most. */
export const MEASURE_EVERY_MS = 100
/**
 * Requests that arrive in one turn of the event loop are answered at once for so many milliseconds. The rest waits in the line, and the sender's other
 * connections are not read before the next turn. Until a sender has had its share of ten seconds, this alone protects others. It is time for a hundred
 * short answers.
 */
export const TURN_MS = 20
/** Milliseconds that a request may wait. A proxy in front usually waits for five seconds. */
export const LONGEST_WAIT_MS = 4000
/** How often the line looks for requests that have waited too long, and for senders that have their share again. */
export const LOOK_EVERY_MS = 20
/** Milliseconds of one slice of a long answer: two that follow each other are hardly noticed by a short one in between. */
export const SLICE_MS = 5

/** Connections of one sender that are held up in one turn of the event loop: a thousand take some 4 ms. */
export const MOST_HELD_UP = 1024
/** Turns of the event loop for which a sender is held up: in the first a new connection of others is taken, it is read in the next, and leaves the line in the third. */
export const HELD_UP_TURNS = 3
/** A sender with more connections is held up while it opens further ones, at most once in TURN_MS. A browser has six. */
export const FEW_CONNECTIONS = 6
/** Milliseconds for which a sender that opens one connection after the other is held up at a time: 100 to 210 of them were taken in it. */
export const LONGEST_HELD_UP_MS = 100

/** Senders that are remembered: some 30 MB. */
export const MOST_SENDERS = 100_000
/** At least so many are there when those of which nothing is left are looked for. */
export const LOOK_FROM = 1024

/** The seconds of one window of the guard, and the wrong tokens (401) that one network may send in it. */
export const GUARD_WINDOW_SECONDS = 10
export const GUARD_REFUSALS = 100
/** Networks counted separately in one window. All others share one count, so that memory stays bounded. */
export const MAX_NETWORKS = 10_000

/** Number of windows that a clock may go back. Up to then the requests are only out of order; beyond, the clock was set back. */
export const BACKWARD_WINDOWS = 2
/** Accounts counted separately in one second. */
export const MAX_KEYS = 100_000

/** Header fields of a request. Browsers and proxies together send some forty; to read two thousand takes half a millisecond. */
export const MOST_FIELDS = 200
/** Cookies that are looked at. Browsers keep 180 for a host. */
export const MOST_COOKIES = 200
/** Parameters of a query or form: more are refused before one is decoded. A form for fifty places has a hundred. */
export const MOST_PARAMETERS = 200
/** Items of a list that may name one thing several times. */
export const MOST_ITEMS = 200
/** Bytes of a form, the one body that is wanted. The longest has an address and a password. */
export const MOST_OF_FORM = 16_384
/** Milliseconds in which it must be there. */
export const FORM_WITHIN_MS = 10_000
/** Codings and tags of a list in a field that are looked at. */
export const MOST_CODINGS = 50
