// The map as a picture for previews of links: 1200 × 630 pixels; never a clock, which soon would be wrong.
import type { Zone } from '#core/ask/zones.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { pathOf } from '#serve/urls.ts'
import type { Visit } from '../frame/page.ts'
import { evenFrame, tintsOf } from './drawing.ts'
import type { Drawing } from './pictures.ts'
import { frameAround } from './territory.ts'

const SIZE = { width: 1200, height: 630, least: 630 } as const
/** The world up to 84° north, and in the south to the last town, with water above and below. */
const WORLD = evenFrame(-180, 107, SIZE.width / 360, SIZE.width, SIZE.height)

/** `world.png`, or a zone's by its identifier, `Europe/Berlin.png`. Null for another name, or when there are no shapes. */
export function previewDocument({ catalogue, now, identifier }: Visit): Drawing | null {
  const shapes = catalogue.artifact.shapes()
  const [, name] = /^(.+)\.png$/.exec(identifier) ?? []
  if (shapes === null || name === undefined) return null
  const here = shapes.zoneIds.indexOf(name)
  if (here < 0 && name !== 'world') return null
  const frame = here < 0 ? WORLD : frameAround(shapes, [here], SIZE)
  const tints = tintsOf(shapes, catalogue.almanac, now)
  return { kind: 'drawing', directory: catalogue.artifact.directory, form: 'png', frame, here, tints }
}

/** The path of a zone's picture, for its page. Empty when the zone has no shape. */
export const previewOf = (zone: Zone, { artifact }: Catalogue): { preview?: string } =>
  artifact.shapes()?.zoneIds.includes(zone.iana) === true
    ? { preview: `/preview/${pathOf(zone.iana)}.png` }
    : {}
