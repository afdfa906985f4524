// The continent that the first part of an identifier says.

const CONTINENTS: Readonly<Record<string, string>> = {
  Africa: 'Africa',
  America: 'Americas',
  Asia: 'Asia',
  Australia: 'Oceania',
  Europe: 'Europe',
}

/** `America/Lima` → `Americas`, a region's name; null for areas that are oceans, Antarctica or no part of the earth. */
export const continentOfArea = (zone: string): string | null => CONTINENTS[zone.split('/')[0] ?? ''] ?? null
