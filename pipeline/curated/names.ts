// Names that people use for countries and cities and the sources lack: row by row, with the reason.

/** Names of countries in use: short forms, parts that stand for the whole, former names. */
export const COUNTRY_NAMES_IN_USE: readonly {
  readonly country: string
  readonly names: readonly string[]
  readonly why: string
}[] = [
  { country: 'US', names: ['USA', 'America', 'The States', 'United States of America'], why: 'in daily use' },
  {
    country: 'GB',
    names: ['UK', 'Britain', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
    why: 'the island and the parts, which keep one clock',
  },
  { country: 'AE', names: ['UAE', 'Emirates'], why: 'in daily use' },
  { country: 'SA', names: ['KSA'], why: 'in daily use in the country' },
  { country: 'NL', names: ['Holland'], why: 'two provinces that stand for the whole' },
  { country: 'CZ', names: ['Czech Republic'], why: 'the longer name' },
  { country: 'MK', names: ['Macedonia', 'FYROM'], why: 'its name until 2019' },
  { country: 'MM', names: ['Burma'], why: 'its name until 1989' },
  { country: 'CI', names: ['Ivory Coast'], why: 'its name in English' },
  { country: 'CV', names: ['Cape Verde', 'Cape Verde Islands'], why: 'its name in English' },
  { country: 'SZ', names: ['Swaziland'], why: 'its name until 2018' },
  { country: 'TL', names: ['East Timor'], why: 'its name in English' },
  {
    country: 'KR',
    names: ['Korea', 'ROK'],
    why: 'the South, where nobody says which; the North has the same clock',
  },
  { country: 'KP', names: ['Korea', 'DPRK'], why: 'the North, where nobody says which' },
  {
    country: 'CD',
    names: ['Congo', 'DRC', 'Zaire', 'Congo-Kinshasa'],
    why: 'of the two Congos; Zaire until 1997',
  },
  { country: 'CG', names: ['Congo', 'Congo-Brazzaville'], why: 'of the two Congos' },
  { country: 'VA', names: ['Vatican', 'Holy See'], why: 'the city and its see' },
  { country: 'RU', names: ['Russian Federation'], why: 'its other official name' },
  { country: 'SY', names: ['Syrian Arab Republic'], why: 'in the lists of the United Nations' },
  { country: 'LA', names: ['Lao', 'Lao PDR'], why: 'in the lists of the United Nations' },
  { country: 'BN', names: ['Brunei Darussalam'], why: 'in the lists of the United Nations' },
  { country: 'VN', names: ['Viet Nam'], why: 'in the lists of the United Nations' },
  { country: 'CN', names: ['Mainland China'], why: 'in daily use' },
  {
    country: 'TW',
    names: ['ROC', 'Formosa', 'Chinese Taipei'],
    why: 'in use, formerly or where politics asks for it',
  },
  { country: 'BA', names: ['Herzegovina'], why: 'a part of the name' },
  { country: 'TT', names: ['Trinidad', 'Tobago'], why: 'each of the two islands' },
  { country: 'AG', names: ['Antigua', 'Barbuda'], why: 'each of the two islands' },
  { country: 'KN', names: ['St Kitts', 'Nevis'], why: 'each of the two islands' },
  { country: 'VC', names: ['St Vincent', 'Grenadines'], why: 'the main island, and the rest' },
  { country: 'ST', names: ['Sao Tome', 'Principe'], why: 'each of the two islands' },
  { country: 'TC', names: ['Turks and Caicos', 'Grand Turk'], why: 'the short form' },
  { country: 'PM', names: ['Saint Pierre', 'Miquelon'], why: 'each of the two islands' },
  { country: 'WF', names: ['Wallis', 'Futuna'], why: 'each of the two islands' },
  { country: 'SJ', names: ['Svalbard', 'Spitsbergen'], why: 'the main part' },
  { country: 'FM', names: ['FSM'], why: 'short for Federated States of Micronesia' },
  { country: 'FK', names: ['Falklands', 'Malvinas'], why: 'the short form, and the name in Spanish' },
  { country: 'FO', names: ['Faroes', 'Faeroe Islands'], why: 'the short form' },
  {
    country: 'PH',
    names: ['The Philippines', 'Phillipines'],
    why: 'with its article; the common misspelling',
  },
  ...['VI', 'VG'].map((country) => ({
    country,
    names: ['Virgin Islands'],
    why: 'one of the two groups, which keep one clock',
  })),
  {
    country: 'DO',
    names: ['Доминикан Республика'],
    why: 'in Chechen and Tuvan, where Dominica would be taken for it',
  },
  { country: 'GM', names: ['The Gambia'], why: 'with its article' },
  { country: 'BS', names: ['The Bahamas'], why: 'with its article' },
  { country: 'CF', names: ['CAR'], why: 'in daily use' },
  { country: 'PG', names: ['PNG'], why: 'in daily use' },
  { country: 'IR', names: ['Persia'], why: 'its name until 1935' },
  { country: 'TH', names: ['Siam'], why: 'its name until 1939' },
  { country: 'LK', names: ['Ceylon'], why: 'its name until 1972' },
  { country: 'KH', names: ['Kampuchea'], why: 'its name until 1989' },
  { country: 'BY', names: ['Belorussia', 'Byelorussia'], why: 'its name until 1991' },
  { country: 'MD', names: ['Moldavia'], why: 'its name until 1991' },
  { country: 'KG', names: ['Kirghizia'], why: 'its name until 1991' },
  { country: 'TM', names: ['Turkmenia'], why: 'its name until 1991' },
  { country: 'BF', names: ['Upper Volta'], why: 'its name until 1984' },
  { country: 'BJ', names: ['Dahomey'], why: 'its name until 1975' },
  { country: 'ZW', names: ['Rhodesia'], why: 'its name until 1980' },
  { country: 'VU', names: ['New Hebrides'], why: 'its name until 1980' },
  { country: 'ET', names: ['Abyssinia'], why: 'its former name in English' },
  { country: 'IE', names: ['Republic of Ireland', 'Eire'], why: 'to tell it from the island' },
  { country: 'DE', names: ['West Germany', 'East Germany'], why: 'its two parts until 1990' },
  { country: 'CZ', names: ['Czechoslovakia'], why: 'with Slovakia until 1992' },
  { country: 'SK', names: ['Czechoslovakia'], why: 'with the Czech Republic until 1992' },
  ...['BA', 'HR', 'ME', 'MK', 'RS', 'SI'].map((country) => ({
    country,
    names: ['Yugoslavia'],
    why: 'a part of it until 1991, and all parts keep one clock',
  })),
  { country: 'BD', names: ['East Pakistan'], why: 'its name until 1971' },
  { country: 'BW', names: ['Bechuanaland'], why: 'its name until 1966' },
  { country: 'LS', names: ['Basutoland'], why: 'its name until 1966' },
  { country: 'MW', names: ['Nyasaland'], why: 'its name until 1964' },
  { country: 'TZ', names: ['Tanganyika'], why: 'its name until 1964' },
  { country: 'JP', names: ['Nippon', 'Nihon'], why: 'its own name for itself, in Latin letters' },
  { country: 'CN', names: ['Zhongguo'], why: 'its own name for itself, in Latin letters' },
  { country: 'KR', names: ['Hanguk'], why: 'its own name for itself, in Latin letters' },
  { country: 'RU', names: ['Rossiya'], why: 'its own name for itself, in Latin letters' },
  { country: 'UA', names: ['Ukraina'], why: 'its own name for itself, in Latin letters' },
  { country: 'IN', names: ['Bharat'], why: 'its own name for itself, in Latin letters' },
  { country: 'GR', names: ['Hellas', 'Ellada'], why: 'its own name for itself, in Latin letters' },
  { country: 'GB', names: ['Cymru'], why: 'Wales in Welsh' },
  {
    country: 'BQ',
    names: ['Bonaire, Sint Eustatius and Saba', 'BES Islands'],
    why: 'ISO 3166-1, and the short form',
  },
  { country: 'LK', names: ['Serendib'], why: 'its former name' },
  { country: 'GH', names: ['Gold Coast Colony'], why: 'its name until 1957' },
  { country: 'ZM', names: ['Northern Rhodesia'], why: 'its name until 1964' },
  { country: 'ZW', names: ['Southern Rhodesia'], why: 'its name until 1964' },
  { country: 'ML', names: ['French Sudan'], why: 'its name until 1960' },
  {
    country: 'DJ',
    names: ['French Somaliland', 'French Territory of the Afars and Issas'],
    why: 'until 1977',
  },
  { country: 'GQ', names: ['Spanish Guinea'], why: 'its name until 1968' },
  { country: 'GW', names: ['Portuguese Guinea'], why: 'its name until 1974' },
  { country: 'AO', names: ['Portuguese West Africa'], why: 'its name until 1951' },
  { country: 'MZ', names: ['Portuguese East Africa'], why: 'its name until 1951' },
  { country: 'NA', names: ['South West Africa', 'German South West Africa'], why: 'its name until 1990' },
  {
    country: 'EH',
    names: ['Spanish Sahara', 'Sahrawi Republic'],
    why: 'its name until 1976; the state that claims it',
  },
  { country: 'RS', names: ['Serbia and Montenegro'], why: 'with Montenegro until 2006, on one clock' },
  { country: 'TZ', names: ['German East Africa'], why: 'its name until 1919' },
  { country: 'TG', names: ['Togoland'], why: 'its name until 1960' },
  { country: 'JO', names: ['Transjordan'], why: 'its name until 1949' },
  { country: 'IQ', names: ['Mesopotamia'], why: 'its name until 1921' },
  {
    country: 'VI',
    names: ['United States Virgin Islands', 'US Virgin Islands', 'American Virgin Islands', 'USVI'],
    why: 'its full name, and short ones in use',
  },
  { country: 'VG', names: ['BVI'], why: 'in daily use' },
  { country: 'UM', names: ['United States Minor Outlying Islands'], why: 'ISO 3166-1' },
  { country: 'TW', names: ['Taiwan, Province of China'], why: 'ISO 3166-1' },
  {
    country: 'UY',
    names: ['Eastern Republic of Uruguay'],
    why: 'the other translation of its official name',
  },
  { country: 'RW', names: ['Rwandese Republic'], why: 'its official name until 2003' },
  { country: 'SH', names: ['Saint Helena, Ascension and Tristan da Cunha'], why: 'ISO 3166-1' },
  { country: 'CC', names: ['Keeling Islands'], why: 'the other half of the name' },
  { country: 'VA', names: ['Santa Sede', 'Santa Sé', 'Saint-Siège', 'Heiliger Stuhl'], why: 'the Holy See' },
  { country: 'GY', names: ['Guiana', 'British Guiana'], why: 'its name until 1966, and one of the Guianas' },
  { country: 'GF', names: ['Guiana'], why: 'the French one of the Guianas' },
  { country: 'SR', names: ['Dutch Guiana'], why: 'its name until 1954' },
  { country: 'HN', names: ['Spanish Honduras'], why: 'to tell it from British Honduras' },
  { country: 'ID', names: ['Dutch East Indies', 'Netherlands East Indies'], why: 'its name until 1949' },
  { country: 'MY', names: ['British Malaya'], why: 'its name until 1957' },
  { country: 'NU', names: ['Savage Island'], why: 'its former name' },
  { country: 'PW', names: ['Pelew'], why: 'its former name' },
  { country: 'IM', names: ['Mann'], why: 'short for the Isle of Man' },
  { country: 'DE', names: ['German Democratic Republic', 'GDR'], why: 'its eastern part until 1990' },
  ...['RU', 'UA', 'BY', 'MD', 'EE', 'LV', 'LT', 'GE', 'AM', 'AZ', 'KZ', 'UZ', 'TM', 'KG', 'TJ'].map(
    (country) => ({
      country,
      names: ['USSR', 'Soviet Union', 'Union of Soviet Socialist Republics'],
      why: 'a part of it until 1991',
    }),
  ),
  {
    country: 'PS',
    names: ['Palestinian Territory', 'Occupied Palestinian Territory', 'Palestinian Authority'],
    why: 'in lists of the United Nations and others',
  },
  { country: 'DJ', names: ['French Afars and Issas'], why: 'ISO 3166-3: until 1977' },
  ...['KI', 'TV'].map((country) => ({
    country,
    names: ['Gilbert and Ellice Islands'],
    why: 'ISO 3166-3: one colony until 1976',
  })),
  {
    country: 'TF',
    names: ['French Southern and Antarctic Lands', 'Terres australes et antarctiques françaises', 'TAAF'],
    why: 'its official name',
  },
  { country: 'BM', names: ['Somers Isles', 'Bermudas'], why: 'its other name' },
  { country: 'AX', names: ['Aaland', 'Aaland Islands'], why: 'where å is not to be had' },
  { country: 'TL', names: ['Portuguese Timor'], why: 'its name until 1975' },
]

/**
 * Names of countries in their own languages, where those use Latin letters. They are CLDR's names in official languages; a test checks
 * this.
 */
export const OWN_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  `AL Shqipëri|AT Österreich|AX Åland|AZ Azərbaycan|BA Bosna i Hercegovina|BE Belgique, België, Belgien|BJ Bénin|BL Saint-Barthélemy
BR Brasil|CF République centrafricaine|CH Schweiz, Suisse, Svizzera, Svizra|CM Cameroun|CV Cabo Verde|CW Kòrsou|CZ Česko|DE Deutschland
DK Danmark|DO República Dominicana|DZ Algérie|EE Eesti|ES España, Espanya|FI Suomi|FO Føroyar|GF Guyane française
GL Kalaallit Nunaat|GN Guinée|GQ Guinea Ecuatorial|GW Guiné-Bissau|HR Hrvatska|HT Haïti|HU Magyarország|IE Éire
IM Ellan Vannin|IS Ísland|IT Italia|KM Comores|LT Lietuva|LU Lëtzebuerg, Luxemburg|LV Latvija|MA Maroc|ME Crna Gora|MG Madagasikara
MU Maurice|MX México|MZ Moçambique|NC Nouvelle-Calédonie|NL Nederland|NO Norge, Noreg|NZ Aotearoa|PF Polynésie française
PH Pilipinas|PL Polska|PM Saint-Pierre-et-Miquelon|RE La Réunion|RO România|RS Srbija|SE Sverige|SG Singapura|SI Slovenija|SK Slovensko
SN Sénégal|SO Soomaaliya|ST São Tomé e Príncipe|TD Tchad|TN Tunisie|US Estados Unidos|UZ Oʻzbekiston|VA Città del Vaticano|VN Việt Nam
WF Wallis-et-Futuna|XK Kosovë|ZA Suid-Afrika`
    .split(/[|\n]/)
    .map((line) => [line.slice(0, 2), line.slice(3).split(', ')]),
)

/** Words for where in a country a division lies. A name that consists only of such words fits too many divisions to mean one. */
export const DIRECTIONS: ReadonlySet<string> = new Set(
  `north south east west northern southern eastern western northeast northwest southeast southwest northeastern northwestern southeastern
southwestern central centre center middle coast coastal region province capital islands lakes sud nord est ouest littoral norte sur sul
oeste este centro and`.split(/\s+/),
)

/** GeoNames has some of them as names of towns in other languages. */
export const CONTINENTS: readonly string[] = ['Africa', 'America', 'Antarctica', 'Asia', 'Europe', 'Oceania']

/** Official English names of countries, which CLDR lacks: those that the states themselves use. */
export const OFFICIAL_NAMES: ReadonlyMap<string, string> = new Map(
  `AD Principality of Andorra|AF Islamic Republic of Afghanistan|AL Republic of Albania|AM Republic of Armenia|AO Republic of Angola
AR Argentine Republic|AT Republic of Austria|AU Commonwealth of Australia|AZ Republic of Azerbaijan|BD People's Republic of Bangladesh
BE Kingdom of Belgium|BG Republic of Bulgaria|BH Kingdom of Bahrain|BI Republic of Burundi|BJ Republic of Benin
BO Plurinational State of Bolivia|BR Federative Republic of Brazil|BS Commonwealth of the Bahamas|BT Kingdom of Bhutan
BW Republic of Botswana|BY Republic of Belarus|CD Democratic Republic of the Congo|CF Central African Republic
CG Republic of the Congo|CH Swiss Confederation|CI Republic of Côte d'Ivoire|CL Republic of Chile|CM Republic of Cameroon
CN People's Republic of China|CO Republic of Colombia|CR Republic of Costa Rica|CU Republic of Cuba|CV Republic of Cabo Verde
CY Republic of Cyprus|DE Federal Republic of Germany|DJ Republic of Djibouti|DK Kingdom of Denmark|DM Commonwealth of Dominica
DZ People's Democratic Republic of Algeria|EC Republic of Ecuador|EE Republic of Estonia|EG Arab Republic of Egypt
EH Sahrawi Arab Democratic Republic|ER State of Eritrea|ES Kingdom of Spain|ET Federal Democratic Republic of Ethiopia
FI Republic of Finland|FJ Republic of Fiji|FM Federated States of Micronesia|FR French Republic|GA Gabonese Republic
GB United Kingdom of Great Britain and Northern Ireland|GH Republic of Ghana|GM Republic of the Gambia|GN Republic of Guinea
GQ Republic of Equatorial Guinea|GR Hellenic Republic|GT Republic of Guatemala|GW Republic of Guinea-Bissau
GY Co-operative Republic of Guyana|HN Republic of Honduras|HR Republic of Croatia|HT Republic of Haiti|ID Republic of Indonesia
IL State of Israel|IN Republic of India|IQ Republic of Iraq|IR Islamic Republic of Iran|IS Republic of Iceland|IT Italian Republic
JO Hashemite Kingdom of Jordan|KE Republic of Kenya|KG Kyrgyz Republic|KH Kingdom of Cambodia|KI Republic of Kiribati
KM Union of the Comoros|KN Federation of Saint Christopher and Nevis|KP Democratic People's Republic of Korea|KR Republic of Korea
KW State of Kuwait|KZ Republic of Kazakhstan|LA Lao People's Democratic Republic|LB Lebanese Republic|LI Principality of Liechtenstein
LK Democratic Socialist Republic of Sri Lanka|LR Republic of Liberia|LS Kingdom of Lesotho|LT Republic of Lithuania
LU Grand Duchy of Luxembourg|LV Republic of Latvia|LY State of Libya|MA Kingdom of Morocco|MC Principality of Monaco
MD Republic of Moldova|MG Republic of Madagascar|MH Republic of the Marshall Islands|MK Republic of North Macedonia
ML Republic of Mali|MM Republic of the Union of Myanmar|MR Islamic Republic of Mauritania|MT Republic of Malta
MU Republic of Mauritius|MV Republic of Maldives|MW Republic of Malawi|MX United Mexican States|MZ Republic of Mozambique
NA Republic of Namibia|NE Republic of the Niger|NG Federal Republic of Nigeria|NI Republic of Nicaragua|NL Kingdom of the Netherlands
NO Kingdom of Norway|NP Federal Democratic Republic of Nepal|NR Republic of Nauru|OM Sultanate of Oman|PA Republic of Panama
PE Republic of Peru|PG Independent State of Papua New Guinea|PH Republic of the Philippines|PK Islamic Republic of Pakistan
PL Republic of Poland|PR Commonwealth of Puerto Rico|PS State of Palestine|PT Portuguese Republic|PW Republic of Palau
PY Republic of Paraguay|QA State of Qatar|RO Republic of Romania|RS Republic of Serbia|RU Russian Federation|RW Republic of Rwanda
SA Kingdom of Saudi Arabia|SC Republic of Seychelles|SD Republic of the Sudan|SE Kingdom of Sweden|SG Republic of Singapore
SI Republic of Slovenia|SK Slovak Republic|SL Republic of Sierra Leone|SM Republic of San Marino|SN Republic of Senegal
SO Federal Republic of Somalia|SR Republic of Suriname|SS Republic of South Sudan
ST Democratic Republic of Sao Tome and Principe|SV Republic of El Salvador|SY Syrian Arab Republic|SZ Kingdom of Eswatini
TD Republic of Chad|TG Togolese Republic|TH Kingdom of Thailand|TJ Republic of Tajikistan|TL Democratic Republic of Timor-Leste
TN Republic of Tunisia|TO Kingdom of Tonga|TR Republic of Türkiye|TT Republic of Trinidad and Tobago|TW Republic of China
TZ United Republic of Tanzania|UA Ukraine|UG Republic of Uganda|US United States of America|UY Oriental Republic of Uruguay
UZ Republic of Uzbekistan|VA Vatican City State|VE Bolivarian Republic of Venezuela|VN Socialist Republic of Vietnam
VU Republic of Vanuatu|WS Independent State of Samoa|XK Republic of Kosovo|YE Republic of Yemen|ZA Republic of South Africa
ZM Republic of Zambia|ZW Republic of Zimbabwe|AG Antigua and Barbuda|BA Bosnia and Herzegovina|BN Nation of Brunei, the Abode of Peace`
    .split(/[|\n]/)
    .map((line) => [line.slice(0, 2), line.slice(3)]),
)

/** Short names of cities, and nicknames in use. GeoNames' short names cannot be trusted, because they include airport codes. */
export const CITY_NAMES_IN_USE: readonly {
  readonly geonamesId: number
  readonly names: readonly string[]
  readonly why: string
}[] = [
  { geonamesId: 5128581, names: ['NYC', 'New York City'], why: 'in daily use' },
  {
    geonamesId: 5368361,
    names: ['LA'],
    why: 'in daily use, also the code of Laos, so it is asked about',
  },
  { geonamesId: 4140963, names: ['DC', 'Washington DC'], why: 'in daily use' },
  { geonamesId: 5391959, names: ['SF'], why: 'in daily use' },
  { geonamesId: 259289, names: ['Corinth'], why: 'its name in English' },
  { geonamesId: 3104499, names: ['Vitoria'], why: 'the shorter of its names in Spanish' },
  { geonamesId: 3348078, names: ['Kuito'], why: 'its name in English, which Quito has in other languages' },
  { geonamesId: 5506956, names: ['Vegas'], why: 'in daily use' },
  { geonamesId: 3985710, names: ['Cabo'], why: 'in daily use; asked about beside the one in Brazil' },
  { geonamesId: 2643743, names: ['Heathrow', 'Gatwick'], why: 'its airports, by which people say it' },
  { geonamesId: 5856195, names: ['Waikiki'], why: 'its best-known quarter' },
  { geonamesId: 4560349, names: ['Philly'], why: 'in daily use' },
  { geonamesId: 1791748, names: ['Wanzhou'], why: 'its name since 1998' },
  { geonamesId: 1277333, names: ['Bangalore'], why: 'its name until 2014' },
  { geonamesId: 1254163, names: ['Trivandrum'], why: 'its name until 1991, still in daily use' },
  { geonamesId: 1253573, names: ['Baroda'], why: 'its name until 1974, still in daily use' },
  { geonamesId: 1253102, names: ['Vizag'], why: 'in daily use' },
  { geonamesId: 1278149, names: ['Chhatrapati Sambhajinagar', 'Sambhajinagar'], why: 'its name since 2023' },
  { geonamesId: 418710, names: ['Khomeini Shahr'], why: 'the usual transcription' },
  { geonamesId: 2338900, names: ['Ife'], why: 'in daily use' },
  { geonamesId: 2645425, names: ['Hull'], why: 'Kingston upon Hull in daily use' },
  { geonamesId: 1735161, names: ['KL'], why: 'in daily use' },
  { geonamesId: 1566083, names: ['HCMC', 'Saigon'], why: 'in daily use; its name until 1976' },
  { geonamesId: 3530597, names: ['CDMX'], why: 'its own short name' },
  { geonamesId: 993800, names: ['Joburg', 'Jozi'], why: 'in daily use' },
  { geonamesId: 3451190, names: ['Rio'], why: 'in daily use' },
  {
    geonamesId: 498817,
    names: ['Petersburg', 'Leningrad', 'Petrograd'],
    why: 'in daily use, and its names until 1991',
  },
  { geonamesId: 1816670, names: ['Peking'], why: 'its former name in English' },
  { geonamesId: 1809858, names: ['Canton'], why: 'its former name in English' },
  { geonamesId: 1275339, names: ['Bombay'], why: 'its name until 1995' },
  { geonamesId: 1264527, names: ['Madras'], why: 'its name until 1996' },
  { geonamesId: 1275004, names: ['Calcutta'], why: 'its name until 2001' },
  { geonamesId: 745044, names: ['Constantinople'], why: 'its name until 1930' },
  { geonamesId: 1642911, names: ['Batavia', 'Djakarta'], why: 'its names until 1972' },
  { geonamesId: 703448, names: ['Kiev'], why: 'its name in English until 2019' },
  { geonamesId: 698740, names: ['Odessa'], why: 'its name in English until 2022' },
  { geonamesId: 2993458, names: ['Monte Carlo'], why: 'its best-known quarter' },
  { geonamesId: 3119841, names: ['Corunna', 'La Coruña'], why: 'its names in English and Spanish' },
  { geonamesId: 293397, names: ['Jaffa', 'Yafo'], why: 'the older of the two cities that it is' },
  { geonamesId: 3143244, names: ['Christiania', 'Kristiania'], why: 'its name until 1925' },
  { geonamesId: 311046, names: ['Smyrna'], why: 'its name in English until 1930' },
  { geonamesId: 323779, names: ['Antioch'], why: 'its former name in English' },
  {
    geonamesId: 3140128,
    names: ['Bærum'],
    why: 'the municipality that it is the seat of, and better known than it',
  },
]

/** The same for first divisions, by GeoNames' code. */
export const DIVISION_NAMES_IN_USE: readonly {
  readonly code: string
  readonly names: readonly string[]
  readonly why: string
}[] = [
  { code: 'CH.GR', names: ['Graubünden', 'Grisons'], why: 'its names in German and French' },
  { code: 'CH.VS', names: ['Valais', 'Wallis'], why: 'its names in French and German' },
  { code: 'CH.TI', names: ['Ticino', 'Tessin'], why: 'its names in Italian and French' },
  { code: 'DE.02', names: ['Bayern'], why: 'its name in German' },
  { code: 'DE.13', names: ['Sachsen'], why: 'its name in German' },
  { code: 'IN.21', names: ['Orissa', 'Odisha'], why: 'its name until 2011' },
  { code: 'ES.56', names: ['Catalunya'], why: 'its name in Catalan' },
  { code: 'IT.15', names: ['Sicilia'], why: 'its name in Italian' },
  { code: 'DE.08', names: ['Rhineland-Palatinate'], why: 'its name in English' },
  { code: 'CA.05', names: ['Newfoundland', 'Labrador'], why: 'its two parts' },
  { code: 'CA.09', names: ['PEI'], why: 'in daily use' },
  { code: 'MX.09', names: ['Distrito Federal'], why: 'its name until 2016' },
  { code: 'CN.20', names: ['Nei Mongol', 'Nei Menggu'], why: 'its name in Chinese' },
  { code: 'CN.21', names: ['Ningxia Hui'], why: 'the autonomous region with its people' },
  { code: 'CN.16', names: ['Guangxi Zhuang'], why: 'the autonomous region with its people' },
  {
    code: 'CN.13',
    names: ['Xinjiang Uygur', 'Xinjiang Uyghur'],
    why: 'the autonomous region with its people',
  },
  { code: 'PL.72', names: ['Lower Silesian'], why: 'its official name in English' },
  { code: 'PL.73', names: ['Kuyavian-Pomeranian', 'Kuyavia-Pomerania'], why: 'its official name in English' },
  { code: 'PL.77', names: ['Malopolska'], why: 'its name in Polish' },
  { code: 'PL.78', names: ['Masovian', 'Mazovian'], why: 'its official name in English' },
  { code: 'PL.80', names: ['Subcarpathian'], why: 'its official name in English' },
  { code: 'PL.82', names: ['Pomeranian'], why: 'its official name in English' },
  { code: 'PL.83', names: ['Silesian'], why: 'its official name in English' },
  { code: 'PL.84', names: ['Holy Cross'], why: 'its official name in English' },
  { code: 'PL.85', names: ['Warmian-Masurian'], why: 'its official name in English' },
  { code: 'PL.87', names: ['West Pomeranian'], why: 'its official name in English' },
  { code: 'US.DC', names: ['District of Columbia'], why: 'the federal district' },
]

/** Words at either end of the names of first divisions that sources write and people leave out. */
export const DIVISION_WORDS = {
  before:
    'State of|Canton of|Canton du|Province of|Provincia de|Provincia del|Departamento de|Departamento del|Département de|Region of|Land|Republic of|Emirate of|Governorate of|Autonomous Region of|Comunidad de|Principality of|Principado de|Estado de|Distrito de|Departamento del|Respublika|Provincie|Grad|Județ|Tỉnh|Muḩāfaz̧at|Changwat|Kampong|Region of|Autonomous Province of|Communauté autonome de|Région de|Collectivité de'.split(
      '|',
    ),
  after:
    "State|Province|Region|Oblast|Krai|Kray|Republic|County|Department|District|Governorate|Prefecture|Territory|Emirate|Division|Municipality|Canton|Voivodeship|Autonomous Region|Autonomous Okrug|Okrug|Islands Region|Sheng|Shi|Zizhiqu|län|fylke|novads|valsts pilsēta|apskritis|savivaldybė|rajonas|miestas|maakond|kraj|okrug|županija|oblast|oblast’|oblast'|voblasc’|voblasts'|voblasć|kray|oblysy|megye|ili|viloyati|Velayat|Welayaty|Vilayat|Wilaya|Aimag|City|Prefectuur".split(
      '|',
    ),
} as const

/** Windows' name of a zone → the text that Windows shows for it, where that text is not a list of cities or countries. */
export const WINDOWS_TEXTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Dateline Standard Time', ['International Date Line West']],
  ['Pacific Standard Time', ['Pacific Time (US & Canada)', 'Pacific Standard Time (US & Canada)']],
  ['Mountain Standard Time', ['Mountain Time (US & Canada)']],
  ['Central Standard Time', ['Central Time (US & Canada)']],
  ['Eastern Standard Time', ['Eastern Time (US & Canada)']],
  ['US Eastern Standard Time', ['Indiana (East)']],
  ['Atlantic Standard Time', ['Atlantic Time (Canada)']],
  ['Central America Standard Time', ['Central America']],
  ['W. Central Africa Standard Time', ['West Central Africa']],
  ['Sri Lanka Standard Time', ['Sri Jayawardenepura']],
  ['E. Europe Standard Time', ['E. Europe']],
])

/** Codes that people still type although the standard has another code now. */
export const OTHER_CODES: readonly {
  readonly code: string
  /** Names of the standards that the code may mean. */
  readonly standards: readonly string[]
  readonly why: string
}[] = [
  {
    code: 'PHT',
    standards: ['Philippine Standard Time'],
    why: 'tzdb until 2017; PHST is the law’s, PST is tzdb’s now',
  },
  { code: 'PHST', standards: ['Philippine Standard Time'], why: 'Philippine Republic Act 10535 of 2013' },
  {
    code: 'MET',
    standards: ['Central European Standard Time'],
    why: 'tzdb’s zone MET, Middle European Time',
  },
  { code: 'MEST', standards: ['Central European Summer Time'], why: 'tzdb’s zone MET in summer' },
  {
    code: 'AET',
    standards: ['Australian Eastern Standard Time', 'Australian Eastern Daylight Time'],
    why: 'generic, as ET is in America',
  },
  {
    code: 'ACT',
    standards: ['Australian Central Standard Time', 'Australian Central Daylight Time', 'Acre Standard Time'],
    why: 'generic in Australia; tzdb’s letters for Acre until 2017',
  },
  {
    code: 'SRET',
    standards: ['Magadan Standard Time'],
    why: 'tzdb until 2017, Srednekolymsk: the clock of Magadan since 2016',
  },
  {
    code: 'ALMT',
    standards: ['Kazakhstan Time'],
    why: 'tzdb until 2017, Almaty: the clock of all Kazakhstan since 2024',
  },
  { code: 'HAST', standards: ['Hawaii-Aleutian Standard Time'], why: 'CLDR, and tzdb until 2015 for Adak' },
  { code: 'HADT', standards: ['Hawaii-Aleutian Daylight Time'], why: 'CLDR, and tzdb until 2015 for Adak' },
  {
    code: 'FKT',
    standards: ['Falkland Islands Standard Time'],
    why: 'tzdb until 2017; the islands keep one time since 2010',
  },
  {
    code: 'SLST',
    standards: ['India Standard Time'],
    why: 'Sri Lanka Standard Time: the clock of India since 2006',
  },
  { code: 'MEZ', standards: ['Central European Standard Time'], why: 'Mitteleuropäische Zeit, in German' },
  {
    code: 'Mitteleuropäische Zeit',
    standards: ['Central European Standard Time', 'Central European Summer Time'],
    why: 'in German',
  },
  { code: '日本標準時', standards: ['Japan Standard Time'], why: 'in Japanese' },
  {
    code: 'MESZ',
    standards: ['Central European Summer Time'],
    why: 'Mitteleuropäische Sommerzeit, in German',
  },
  {
    code: 'NZT',
    standards: ['New Zealand Standard Time', 'New Zealand Daylight Time'],
    why: 'generic, as ET is',
  },
  { code: 'SADT', standards: ['Australian Central Daylight Time'], why: 'South Australian Daylight Time' },
  { code: 'CADT', standards: ['Australian Central Daylight Time'], why: 'Central Australian Daylight Time' },
  { code: 'CWST', standards: ['Australian Central Western Standard Time'], why: 'as it was until 2012' },
  { code: 'CIT', standards: ['Central Indonesia Time'], why: 'tzdb until 2012, WITA since' },
  { code: 'EIT', standards: ['Eastern Indonesia Time'], why: 'tzdb until 2012, WIT since' },
  { code: 'JAYT', standards: ['Eastern Indonesia Time'], why: 'Jayapura: the clock of its east' },
  { code: 'BDT', standards: ['Bangladesh Standard Time'], why: 'tzdb until 2015; BST is the law’s' },
  {
    code: 'IRT',
    standards: ['Iran Standard Time'],
    why: 'IRST is tzdb’s, and Iran keeps one time since 2022',
  },
  { code: 'LKT', standards: ['India Standard Time'], why: 'Lanka Time: the clock of India since 2006' },
  { code: 'TRUT', standards: ['Chuuk Time'], why: 'Truk, its name until 1990' },
  { code: 'YAPT', standards: ['Chuuk Time'], why: 'Yap has the clock of Chuuk' },
  { code: 'MPT', standards: ['Chamorro Standard Time'], why: 'Northern Mariana Islands, until 2000' },
  {
    code: 'Hawaiian-Aleutian Time',
    standards: ['Hawaii-Aleutian Standard Time', 'Hawaii-Aleutian Daylight Time'],
    why: 'generic, as some lists spell it',
  },
  {
    code: 'CCT',
    standards: ['China Standard Time'],
    why: 'China Coast Time, in older lists; tzdb’s was Cocos',
  },
  { code: 'NFT', standards: ['Newfoundland Standard Time'], why: 'in PostgreSQL’s list; tzdb’s was Norfolk' },
  { code: 'Universal Time', standards: ['Coordinated Universal Time'], why: 'UTC is the one in civil use' },
  ...(['Eastern', 'Central', 'Mountain', 'Pacific'] as const).flatMap((name) =>
    [`US ${name}`, `US ${name} Time`].map((code) => ({
      code,
      standards: [`${name} Standard Time`, `${name} Daylight Time`],
      why: 'in daily use outside the United States',
    })),
  ),
]

/** The same for codes of clocks without a named standard, each with a zone that has the clock. */
export const ZONE_CODES: readonly { readonly code: string; readonly zone: string; readonly why: string }[] = [
  {
    code: 'Mid-Atlantic',
    zone: 'Atlantic/South_Georgia',
    why: 'in Rails, after a zone of Windows that is no more',
  },
  { code: 'NOVT', zone: 'Asia/Novosibirsk', why: 'tzdb until 2016' },
  { code: 'EGT', zone: 'America/Scoresbysund', why: 'tzdb until 2017; nobody keeps the standard since 2024' },
  {
    code: 'EGST',
    zone: 'America/Scoresbysund',
    why: 'tzdb until 2017; nobody keeps the standard since 2024',
  },
  { code: 'SAKT', zone: 'Asia/Sakhalin', why: 'tzdb until 2016' },
  { code: 'BST', zone: 'Pacific/Bougainville', why: 'Bougainville Standard Time, in force since 2014' },
  { code: 'ANAT', zone: 'Asia/Anadyr', why: 'tzdb until 2016' },
  { code: 'AQTT', zone: 'Asia/Aqtau', why: 'tzdb until 2016' },
  { code: 'ORAT', zone: 'Asia/Oral', why: 'tzdb until 2016' },
  {
    code: 'CHOT',
    zone: 'Asia/Ulaanbaatar',
    why: 'Choibalsan, tzdb until 2016: on the clock of Ulaanbaatar since 2008',
  },
  { code: 'VOLT', zone: 'Europe/Volgograd', why: 'tzdb until 2016' },
  { code: 'FET', zone: 'Europe/Minsk', why: 'Further-eastern European Time, tzdb until 2014' },
  { code: 'XJT', zone: 'Asia/Urumqi', why: 'Xinjiang Time, tzdb until 2016' },
  { code: 'WSST', zone: 'Pacific/Apia', why: 'West Samoa Standard Time, tzdb until 2016' },
  ...['AoE', 'Anywhere on Earth'].map((code) => ({
    code,
    zone: 'Etc/GMT+12',
    why: 'IEEE 802.16: a day is over when it is over everywhere',
  })),
]
