// Finds which reading of the clocks an export was asked for.
import type { Reading } from '#core/forms/release-clock.ts'
import type { ExportOptions } from './form.ts'

export const readingOf = ({ rearguard }: ExportOptions): Reading => (rearguard ? 'rearguard' : 'release')
