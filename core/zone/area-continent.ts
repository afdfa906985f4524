// A zone identifier → the continent of its first part.

const CONTINENTS: Readonly<Record<string, string>> = {
  Africa: 'Africa',
  America: 'Americas',
  Asia: 'Asia',
  Australia: 'Oceania',
  Europe: 'Europe',
}

/** `America/Lima` → `Americas`, the name of a region. Null for oceans, Antarctica, and areas that are no part of the earth. */
export const continentOfArea = (zone: string): string | null => CONTINENTS[zone.split('/')[0] ?? ''] ?? null
