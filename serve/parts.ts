// The parts that a server is given: who may ask, the handler of paths outside /v1, the greeting of a first start, checks of `doctor`.
import type { Option } from 'commander'
import type { Logger } from 'pino'
import type { Plans } from '#open/access/plans.ts'
import type { AccessEvent } from './access/access.ts'
import type { CredentialSource } from './access/credential-cache.ts'
import type { UsageStore } from './access/monthly.ts'
import type { BurstLimiter } from './admission/burst.ts'
import type { OpsAddress } from './ops-address.ts'
import type { OpenOtherPaths } from './other-paths.ts'
import type { AccessMetrics } from './ops/access-metrics.ts'
import type { Urls } from './urls.ts'

export interface ServerSettings extends OpsAddress {
  readonly port: number
  readonly host: string
  /** Absolute path of the folder of artifacts. */
  readonly dist: string
  /** Id of the artifact to serve. Absent: the current one. */
  readonly artifact?: string
  readonly baseUrl?: string
  readonly webUrl?: string
  /** Whether this server has pages: what answers paths outside /v1 is given. */
  readonly site: boolean
  /** The place of the accounts: a path or `postgres://…`. */
  readonly accounts: string
  /** `redis://…`: all processes share the limits. Null: they count only for this process. */
  readonly limits: string | null
  readonly enforceMonthly: boolean
  /** Path of a plans file. Null: the plans that come with tzref. */
  readonly plans: string | null
  readonly workers: number
  readonly trustProxy: readonly string[]
  readonly cors: boolean
  /** After SIGTERM the server goes on answering for so many seconds, while /readyz says that it stops. */
  readonly stopGrace: number
  /** The address that is asked once a day for the latest tz release. Null: nothing is asked. */
  readonly updateUrl: string | null
}

/** The server that a part is opened for. */
export interface PartOf {
  readonly settings: ServerSettings
  readonly urls: Urls
  readonly logger: Logger
}

/** What a part is opened with beside the server. */
export interface PartOfOne extends PartOf {
  readonly metrics: AccessMetrics
  readonly plans: Plans
  /** The limits of requests a second, which forms may count with too. */
  readonly limits: BurstLimiter
  readonly nowMs: () => number
}

export interface OpenedParts {
  /** Who may ask, and where usage is written. */
  readonly store: CredentialSource & UsageStore
  /** The address at which a user can ask for a verification mail again. */
  readonly resendUrl: string
  /** Hears what the operator or a customer is told. */
  readonly onEvent: (event: AccessEvent) => void
  /** The account of a browser that has signed in before, by its Cookie field. Absent: no browser is known. */
  readonly browserOf?: (cookie: string) => string | null
  /** The handler of paths outside /v1. Absent: there are no pages. */
  readonly openOtherPaths?: OpenOtherPaths
  /** Greets the operator on a first start. */
  readonly greet: () => Promise<void>
  /** Ends connections and timers. Usage has been written before. */
  readonly close: () => Promise<void>
}

export interface ServerParts {
  /** The address where visitors get their keys: a path of the site, or another server's. Absent when there is neither. */
  readonly account?: string | undefined
  readonly open: (server: PartOfOne) => Promise<OpenedParts>
  /** Greets for the first of several processes, which opens nothing else. */
  readonly greet: (server: PartOf) => Promise<void>
}

export interface Finding {
  /** The thing that was checked, in one word. */
  readonly about: string
  /** A fault: a server cannot answer as it should. A warning: it is a risk, or it will become a fault. */
  readonly state: 'ok' | 'warning' | 'fault'
  readonly text: string
  /** A command, or something else to do. Null: nothing needs to be done. */
  readonly fix: string | null
}

/** A check of `doctor`: the thing that it is about, and what it finds. */
export type Check = readonly [about: string, () => CheckResult | Promise<CheckResult>]
export type CheckResult = Omit<Finding, 'about'>

/** How the commands `serve` and `doctor` get parts: options of their own, the parts by these options, and the checks of them. */
export interface GivenParts<Options> {
  readonly options: readonly Option[]
  readonly partsOf: (options: Options, settings: ServerSettings) => ServerParts
  readonly checksOf: (options: Options, settings: ServerSettings) => Promise<readonly Check[]>
}
