// The codes and short forms that people write after a city in the United States, Canada and Australia: "Portland, OR", "Boston, Mass.".
import { nameKey } from './name-key.ts'

/**
 * Rows of a code and the name of its state, province or territory (ISO 3166-2 without its country). After them come the short forms of
 * newspapers, without those that are also a code of a country or a large airport (Ala., Del.).
 */
const ROWS = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida
GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts
MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico
NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina
SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming
AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories
NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon
ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria
WA Western Australia
Ariz Arizona|Ark Arkansas|Calif California|Colo Colorado|Conn Connecticut|Fla Florida|Ill Illinois|Kan Kansas|Kans Kansas|Mass Massachusetts
Mich Michigan|Minn Minnesota|Miss Mississippi|Mont Montana|Neb Nebraska|Nebr Nebraska|Nev Nevada|Okla Oklahoma|Ore Oregon|Oreg Oregon|Penn Pennsylvania
Penna Pennsylvania|Tenn Tennessee|Tex Texas|Wash Washington|WVa West Virginia|Wis Wisconsin|Wisc Wisconsin|Wyo Wyoming
Alta Alberta|Nfld Newfoundland and Labrador|Ont Ontario|Que Quebec|Sask Saskatchewan`

/** Key of a code → keys of the names of its divisions: `wa` is Washington and Western Australia. A code alone means nothing. */
export const DIVISION_CODES: ReadonlyMap<string, readonly string[]> = read()

function read(): Map<string, string[]> {
  const byCode = new Map<string, string[]>()
  for (const row of ROWS.split(/[|\n]/)) {
    const [code = '', ...name] = row.split(' ')
    const key = code.toLowerCase()
    byCode.set(key, [...(byCode.get(key) ?? []), nameKey(name.join(' '))])
  }
  return byCode
}
