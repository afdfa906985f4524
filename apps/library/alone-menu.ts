// `tzref-menu`: the zones of a form's drop-down in one of 35 languages, in groups of equal future, and the search in them.
import { menuLabel as labelOf, openMenu as open, type Menu, type MenuHit } from '#apps/menu/search.ts'
import { checkForm, checkObject, checkSize } from './check.ts'

export type { Menu, MenuGroup, MenuHit, MenuZone } from '#apps/menu/search.ts'

/**
 * Makes the search of a menu: from the text typed so far to up to `count` zones, the likeliest first, and at most one of each group. `count`
 * is 8 if left out.
 *
 * @example
 * ```js
 * import { openMenu } from 'tzref-menu'
 * import { menu } from 'tzref-menu/de'
 *
 * const find = openMenu(menu)
 * find('kairo')[0]?.zone.id // → 'Africa/Cairo'
 * find('UTC+5:45').length // → 1
 * ```
 */
export function openMenu(menu: Menu): (text: string, count?: number) => MenuHit[] {
  checkObject(menu, 'menu', 'the menu of a language, such as that of tzref-menu/en')
  if (!Array.isArray(menu.groups)) checkObject(undefined, 'menu.groups', 'the groups of a menu')
  checkObject(menu.countries, 'menu.countries', 'the names of countries')
  const find = open(menu)
  return (text, count = 8) => {
    checkForm(text, 'text', /^/, 'what was typed, a text')
    checkSize(count, 'count', 'how many zones at most, a number')
    return find(text, count)
  }
}

/**
 * The text of an option: the offset of standard time, the place, the name of its time.
 *
 * @example
 * ```js
 * import { menuLabel, openMenu } from 'tzref-menu'
 * import { menu } from 'tzref-menu/en'
 *
 * openMenu(menu)('Boston', 1).map(menuLabel) // → ['(UTC-05:00) New York – Eastern Time']
 * ```
 */
export function menuLabel(hit: MenuHit): string {
  checkObject(hit, 'hit', '{ zone, group }')
  checkObject(hit.zone, 'hit.zone', 'a zone of a menu')
  checkObject(hit.group, 'hit.group', 'the group of the zone')
  return labelOf(hit)
}
