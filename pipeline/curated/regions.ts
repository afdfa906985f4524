// The official English names of the UN M49 regions and sub-regions. CLDR's own differ ("Southeast Asia").

/** M49 code of a region and its official name (UN Statistics Division, M49). */
export const REGION_NAMES: Readonly<Record<string, string>> = {
  '002': 'Africa',
  '019': 'Americas',
  '142': 'Asia',
  '150': 'Europe',
  '009': 'Oceania',
}

/**
 * The seventeen sub-regions of M49: code, official name, region. 202 and 419 are M49's intermediate level for Africa and the Americas.
 * CLDR has them as groupings beside its tree.
 */
export const SUB_REGIONS: readonly {
  readonly code: string
  readonly name: string
  readonly region: string
}[] = [
  { code: '015', name: 'Northern Africa', region: '002' },
  { code: '202', name: 'Sub-Saharan Africa', region: '002' },
  { code: '021', name: 'Northern America', region: '019' },
  { code: '419', name: 'Latin America and the Caribbean', region: '019' },
  { code: '143', name: 'Central Asia', region: '142' },
  { code: '030', name: 'Eastern Asia', region: '142' },
  { code: '035', name: 'South-eastern Asia', region: '142' },
  { code: '034', name: 'Southern Asia', region: '142' },
  { code: '145', name: 'Western Asia', region: '142' },
  { code: '151', name: 'Eastern Europe', region: '150' },
  { code: '154', name: 'Northern Europe', region: '150' },
  { code: '039', name: 'Southern Europe', region: '150' },
  { code: '155', name: 'Western Europe', region: '150' },
  { code: '053', name: 'Australia and New Zealand', region: '009' },
  { code: '054', name: 'Melanesia', region: '009' },
  { code: '057', name: 'Micronesia', region: '009' },
  { code: '061', name: 'Polynesia', region: '009' },
]
