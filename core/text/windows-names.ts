// Windows' names of zones and the identifiers that CLDR gives each, in a table of our own: the library has no file of names.
//
// Copyright © Unicode, Inc., under the Unicode License v3: see NOTICE.

/** A name, then for each territory its code and the zones that the name stands for there, that to take first. 001 is the world, ZZ no country. */
const ROWS = `
Afghanistan Standard Time|001 Asia/Kabul|AF Asia/Kabul
Alaskan Standard Time|001 America/Anchorage|US America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka America/Yakutat
Aleutian Standard Time|001 America/Adak|US America/Adak
Altai Standard Time|001 Asia/Barnaul|RU Asia/Barnaul
Arab Standard Time|001 Asia/Riyadh|BH Asia/Bahrain|KW Asia/Kuwait|QA Asia/Qatar|SA Asia/Riyadh|YE Asia/Aden
Arabian Standard Time|001 Asia/Dubai|AE Asia/Dubai|OM Asia/Muscat|ZZ Etc/GMT-4
Arabic Standard Time|001 Asia/Baghdad|IQ Asia/Baghdad
Argentina Standard Time|001 America/Buenos_Aires|AR America/Buenos_Aires America/Argentina/La_Rioja America/Argentina/Rio_Gallegos America/Argentina/Salta America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman America/Argentina/Ushuaia America/Catamarca America/Cordoba America/Jujuy America/Mendoza
Astrakhan Standard Time|001 Europe/Astrakhan|RU Europe/Astrakhan Europe/Ulyanovsk
Atlantic Standard Time|001 America/Halifax|BM Atlantic/Bermuda|CA America/Halifax America/Glace_Bay America/Goose_Bay America/Moncton|GL America/Thule
AUS Central Standard Time|001 Australia/Darwin|AU Australia/Darwin
Aus Central W. Standard Time|001 Australia/Eucla|AU Australia/Eucla
AUS Eastern Standard Time|001 Australia/Sydney|AU Australia/Sydney Australia/Melbourne
Azerbaijan Standard Time|001 Asia/Baku|AZ Asia/Baku
Azores Standard Time|001 Atlantic/Azores|GL America/Scoresbysund|PT Atlantic/Azores
Bahia Standard Time|001 America/Bahia|BR America/Bahia
Bangladesh Standard Time|001 Asia/Dhaka|BD Asia/Dhaka|BT Asia/Thimphu
Belarus Standard Time|001 Europe/Minsk|BY Europe/Minsk
Bougainville Standard Time|001 Pacific/Bougainville|PG Pacific/Bougainville
Canada Central Standard Time|001 America/Regina|CA America/Regina America/Swift_Current
Cape Verde Standard Time|001 Atlantic/Cape_Verde|CV Atlantic/Cape_Verde|ZZ Etc/GMT+1
Caucasus Standard Time|001 Asia/Yerevan|AM Asia/Yerevan
Cen. Australia Standard Time|001 Australia/Adelaide|AU Australia/Adelaide Australia/Broken_Hill
Central America Standard Time|001 America/Guatemala|BZ America/Belize|CR America/Costa_Rica|EC Pacific/Galapagos|GT America/Guatemala|HN America/Tegucigalpa|NI America/Managua|SV America/El_Salvador|ZZ Etc/GMT+6
Central Asia Standard Time|001 Asia/Bishkek|AQ Antarctica/Vostok|CN Asia/Urumqi|IO Indian/Chagos|KG Asia/Bishkek|ZZ Etc/GMT-6
Central Brazilian Standard Time|001 America/Cuiaba|BR America/Cuiaba America/Campo_Grande
Central Europe Standard Time|001 Europe/Budapest|AL Europe/Tirane|CZ Europe/Prague|HU Europe/Budapest|ME Europe/Podgorica|RS Europe/Belgrade|SI Europe/Ljubljana|SK Europe/Bratislava
Central European Standard Time|001 Europe/Warsaw|BA Europe/Sarajevo|HR Europe/Zagreb|MK Europe/Skopje|PL Europe/Warsaw
Central Pacific Standard Time|001 Pacific/Guadalcanal|AQ Antarctica/Casey|FM Pacific/Ponape Pacific/Kosrae|NC Pacific/Noumea|SB Pacific/Guadalcanal|VU Pacific/Efate|ZZ Etc/GMT-11
Central Standard Time|001 America/Chicago|CA America/Winnipeg America/Rankin_Inlet America/Resolute|MX America/Matamoros America/Ojinaga|US America/Chicago America/Indiana/Knox America/Indiana/Tell_City America/Menominee America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem
Central Standard Time (Mexico)|001 America/Mexico_City|MX America/Mexico_City America/Bahia_Banderas America/Merida America/Monterrey America/Chihuahua
Chatham Islands Standard Time|001 Pacific/Chatham|NZ Pacific/Chatham
China Standard Time|001 Asia/Shanghai|CN Asia/Shanghai|HK Asia/Hong_Kong|MO Asia/Macau
Cuba Standard Time|001 America/Havana|CU America/Havana
Dateline Standard Time|001 Etc/GMT+12|ZZ Etc/GMT+12
E. Africa Standard Time|001 Africa/Nairobi|AQ Antarctica/Syowa|DJ Africa/Djibouti|ER Africa/Asmera|ET Africa/Addis_Ababa|KE Africa/Nairobi|KM Indian/Comoro|MG Indian/Antananarivo|SO Africa/Mogadishu|TZ Africa/Dar_es_Salaam|UG Africa/Kampala|YT Indian/Mayotte|ZZ Etc/GMT-3
E. Australia Standard Time|001 Australia/Brisbane|AU Australia/Brisbane Australia/Lindeman
E. Europe Standard Time|001 Europe/Chisinau|MD Europe/Chisinau
E. South America Standard Time|001 America/Sao_Paulo|BR America/Sao_Paulo
Easter Island Standard Time|001 Pacific/Easter|CL Pacific/Easter
Eastern Standard Time|001 America/New_York|BS America/Nassau|CA America/Toronto America/Iqaluit|US America/New_York America/Detroit America/Indiana/Petersburg America/Indiana/Vincennes America/Indiana/Winamac America/Kentucky/Monticello America/Louisville
Eastern Standard Time (Mexico)|001 America/Cancun|MX America/Cancun
Egypt Standard Time|001 Africa/Cairo|EG Africa/Cairo
Ekaterinburg Standard Time|001 Asia/Yekaterinburg|RU Asia/Yekaterinburg
Fiji Standard Time|001 Pacific/Fiji|FJ Pacific/Fiji
FLE Standard Time|001 Europe/Kiev|AX Europe/Mariehamn|BG Europe/Sofia|EE Europe/Tallinn|FI Europe/Helsinki|LT Europe/Vilnius|LV Europe/Riga|UA Europe/Kiev
Georgian Standard Time|001 Asia/Tbilisi|GE Asia/Tbilisi
GMT Standard Time|001 Europe/London|ES Atlantic/Canary|FO Atlantic/Faeroe|GB Europe/London|GG Europe/Guernsey|IE Europe/Dublin|IM Europe/Isle_of_Man|JE Europe/Jersey|PT Europe/Lisbon Atlantic/Madeira
Greenland Standard Time|001 America/Godthab|GL America/Godthab
Greenwich Standard Time|001 Atlantic/Reykjavik|BF Africa/Ouagadougou|CI Africa/Abidjan|GH Africa/Accra|GL America/Danmarkshavn|GM Africa/Banjul|GN Africa/Conakry|GW Africa/Bissau|IS Atlantic/Reykjavik|LR Africa/Monrovia|ML Africa/Bamako|MR Africa/Nouakchott|SH Atlantic/St_Helena|SL Africa/Freetown|SN Africa/Dakar|TG Africa/Lome
GTB Standard Time|001 Europe/Bucharest|CY Asia/Nicosia Asia/Famagusta|GR Europe/Athens|RO Europe/Bucharest
Haiti Standard Time|001 America/Port-au-Prince|HT America/Port-au-Prince
Hawaiian Standard Time|001 Pacific/Honolulu|CK Pacific/Rarotonga|PF Pacific/Tahiti|US Pacific/Honolulu|ZZ Etc/GMT+10
India Standard Time|001 Asia/Calcutta|IN Asia/Calcutta
Iran Standard Time|001 Asia/Tehran|IR Asia/Tehran
Israel Standard Time|001 Asia/Jerusalem|IL Asia/Jerusalem
Jordan Standard Time|001 Asia/Amman|JO Asia/Amman
Kaliningrad Standard Time|001 Europe/Kaliningrad|RU Europe/Kaliningrad
Korea Standard Time|001 Asia/Seoul|KR Asia/Seoul
Libya Standard Time|001 Africa/Tripoli|LY Africa/Tripoli
Line Islands Standard Time|001 Pacific/Kiritimati|KI Pacific/Kiritimati|ZZ Etc/GMT-14
Lord Howe Standard Time|001 Australia/Lord_Howe|AU Australia/Lord_Howe
Magadan Standard Time|001 Asia/Magadan|RU Asia/Magadan
Magallanes Standard Time|001 America/Punta_Arenas|CL America/Punta_Arenas America/Coyhaique
Marquesas Standard Time|001 Pacific/Marquesas|PF Pacific/Marquesas
Mauritius Standard Time|001 Indian/Mauritius|MU Indian/Mauritius|RE Indian/Reunion|SC Indian/Mahe
Middle East Standard Time|001 Asia/Beirut|LB Asia/Beirut
Montevideo Standard Time|001 America/Montevideo|UY America/Montevideo
Morocco Standard Time|001 Africa/Casablanca|EH Africa/El_Aaiun|MA Africa/Casablanca
Mountain Standard Time|001 America/Denver|CA America/Edmonton America/Cambridge_Bay America/Inuvik|MX America/Ciudad_Juarez|US America/Denver America/Boise
Mountain Standard Time (Mexico)|001 America/Mazatlan|MX America/Mazatlan
Myanmar Standard Time|001 Asia/Rangoon|CC Indian/Cocos|MM Asia/Rangoon
N. Central Asia Standard Time|001 Asia/Novosibirsk|RU Asia/Novosibirsk
Namibia Standard Time|001 Africa/Windhoek|NA Africa/Windhoek
Nepal Standard Time|001 Asia/Katmandu|NP Asia/Katmandu
New Zealand Standard Time|001 Pacific/Auckland|AQ Antarctica/McMurdo|NZ Pacific/Auckland
Newfoundland Standard Time|001 America/St_Johns|CA America/St_Johns
Norfolk Standard Time|001 Pacific/Norfolk|NF Pacific/Norfolk
North Asia East Standard Time|001 Asia/Irkutsk|RU Asia/Irkutsk
North Asia Standard Time|001 Asia/Krasnoyarsk|RU Asia/Krasnoyarsk Asia/Novokuznetsk
North Korea Standard Time|001 Asia/Pyongyang|KP Asia/Pyongyang
Omsk Standard Time|001 Asia/Omsk|RU Asia/Omsk
Pacific SA Standard Time|001 America/Santiago|CL America/Santiago
Pacific Standard Time|001 America/Los_Angeles|CA America/Vancouver|US America/Los_Angeles
Pacific Standard Time (Mexico)|001 America/Tijuana|MX America/Tijuana
Pakistan Standard Time|001 Asia/Karachi|PK Asia/Karachi
Paraguay Standard Time|001 America/Asuncion|PY America/Asuncion
Qyzylorda Standard Time|001 Asia/Qyzylorda|KZ Asia/Qyzylorda
Romance Standard Time|001 Europe/Paris|BE Europe/Brussels|DK Europe/Copenhagen|ES Europe/Madrid Africa/Ceuta|FR Europe/Paris
Russia Time Zone 3|001 Europe/Samara|RU Europe/Samara
Russia Time Zone 10|001 Asia/Srednekolymsk|RU Asia/Srednekolymsk
Russia Time Zone 11|001 Asia/Kamchatka|RU Asia/Kamchatka Asia/Anadyr
Russian Standard Time|001 Europe/Moscow|RU Europe/Moscow Europe/Kirov|UA Europe/Simferopol
SA Eastern Standard Time|001 America/Cayenne|AQ Antarctica/Rothera Antarctica/Palmer|BR America/Fortaleza America/Belem America/Maceio America/Recife America/Santarem|FK Atlantic/Stanley|GF America/Cayenne|SR America/Paramaribo|ZZ Etc/GMT+3
SA Pacific Standard Time|001 America/Bogota|BR America/Rio_Branco America/Eirunepe|CA America/Coral_Harbour|CO America/Bogota|EC America/Guayaquil|JM America/Jamaica|KY America/Cayman|PA America/Panama|PE America/Lima|ZZ Etc/GMT+5
SA Western Standard Time|001 America/La_Paz|AG America/Antigua|AI America/Anguilla|AW America/Aruba|BB America/Barbados|BL America/St_Barthelemy|BO America/La_Paz|BQ America/Kralendijk|BR America/Manaus America/Boa_Vista America/Porto_Velho|CA America/Blanc-Sablon|CW America/Curacao|DM America/Dominica|DO America/Santo_Domingo|GD America/Grenada|GP America/Guadeloupe|GY America/Guyana|KN America/St_Kitts|LC America/St_Lucia|MF America/Marigot|MQ America/Martinique|MS America/Montserrat|PR America/Puerto_Rico|SX America/Lower_Princes|TT America/Port_of_Spain|VC America/St_Vincent|VG America/Tortola|VI America/St_Thomas|ZZ Etc/GMT+4
Saint Pierre Standard Time|001 America/Miquelon|PM America/Miquelon
Sakhalin Standard Time|001 Asia/Sakhalin|RU Asia/Sakhalin
Samoa Standard Time|001 Pacific/Apia|WS Pacific/Apia
Sao Tome Standard Time|001 Africa/Sao_Tome|ST Africa/Sao_Tome
Saratov Standard Time|001 Europe/Saratov|RU Europe/Saratov
SE Asia Standard Time|001 Asia/Bangkok|AQ Antarctica/Davis|CX Indian/Christmas|ID Asia/Jakarta Asia/Pontianak|KH Asia/Phnom_Penh|LA Asia/Vientiane|TH Asia/Bangkok|VN Asia/Saigon|ZZ Etc/GMT-7
Singapore Standard Time|001 Asia/Singapore|BN Asia/Brunei|ID Asia/Makassar|MY Asia/Kuala_Lumpur Asia/Kuching|PH Asia/Manila|SG Asia/Singapore|ZZ Etc/GMT-8
South Africa Standard Time|001 Africa/Johannesburg|BI Africa/Bujumbura|BW Africa/Gaborone|CD Africa/Lubumbashi|LS Africa/Maseru|MW Africa/Blantyre|MZ Africa/Maputo|RW Africa/Kigali|SZ Africa/Mbabane|ZA Africa/Johannesburg|ZM Africa/Lusaka|ZW Africa/Harare|ZZ Etc/GMT-2
South Sudan Standard Time|001 Africa/Juba|SS Africa/Juba
Sri Lanka Standard Time|001 Asia/Colombo|LK Asia/Colombo
Sudan Standard Time|001 Africa/Khartoum|SD Africa/Khartoum
Syria Standard Time|001 Asia/Damascus|SY Asia/Damascus
Taipei Standard Time|001 Asia/Taipei|TW Asia/Taipei
Tasmania Standard Time|001 Australia/Hobart|AU Australia/Hobart Antarctica/Macquarie
Tocantins Standard Time|001 America/Araguaina|BR America/Araguaina
Tokyo Standard Time|001 Asia/Tokyo|ID Asia/Jayapura|JP Asia/Tokyo|PW Pacific/Palau|TL Asia/Dili|ZZ Etc/GMT-9
Tomsk Standard Time|001 Asia/Tomsk|RU Asia/Tomsk
Tonga Standard Time|001 Pacific/Tongatapu|TO Pacific/Tongatapu
Transbaikal Standard Time|001 Asia/Chita|RU Asia/Chita
Turkey Standard Time|001 Europe/Istanbul|TR Europe/Istanbul
Turks And Caicos Standard Time|001 America/Grand_Turk|TC America/Grand_Turk
Ulaanbaatar Standard Time|001 Asia/Ulaanbaatar|MN Asia/Ulaanbaatar
US Eastern Standard Time|001 America/Indianapolis|US America/Indianapolis America/Indiana/Marengo America/Indiana/Vevay
US Mountain Standard Time|001 America/Phoenix|CA America/Creston America/Dawson_Creek America/Fort_Nelson|MX America/Hermosillo|US America/Phoenix|ZZ Etc/GMT+7
UTC|001 Etc/UTC|ZZ Etc/UTC Etc/GMT
UTC-02|001 Etc/GMT+2|BR America/Noronha|GS Atlantic/South_Georgia|ZZ Etc/GMT+2
UTC-08|001 Etc/GMT+8|PN Pacific/Pitcairn|ZZ Etc/GMT+8
UTC-09|001 Etc/GMT+9|PF Pacific/Gambier|ZZ Etc/GMT+9
UTC-11|001 Etc/GMT+11|AS Pacific/Pago_Pago|NU Pacific/Niue|UM Pacific/Midway|ZZ Etc/GMT+11
UTC+12|001 Etc/GMT-12|KI Pacific/Tarawa|MH Pacific/Majuro Pacific/Kwajalein|NR Pacific/Nauru|TV Pacific/Funafuti|UM Pacific/Wake|WF Pacific/Wallis|ZZ Etc/GMT-12
UTC+13|001 Etc/GMT-13|KI Pacific/Enderbury|TK Pacific/Fakaofo|ZZ Etc/GMT-13
Venezuela Standard Time|001 America/Caracas|VE America/Caracas
Vladivostok Standard Time|001 Asia/Vladivostok|RU Asia/Vladivostok Asia/Ust-Nera
Volgograd Standard Time|001 Europe/Volgograd|RU Europe/Volgograd
W. Australia Standard Time|001 Australia/Perth|AU Australia/Perth
W. Central Africa Standard Time|001 Africa/Lagos|AO Africa/Luanda|BJ Africa/Porto-Novo|CD Africa/Kinshasa|CF Africa/Bangui|CG Africa/Brazzaville|CM Africa/Douala|DZ Africa/Algiers|GA Africa/Libreville|GQ Africa/Malabo|NE Africa/Niamey|NG Africa/Lagos|TD Africa/Ndjamena|TN Africa/Tunis|ZZ Etc/GMT-1
W. Europe Standard Time|001 Europe/Berlin|AD Europe/Andorra|AT Europe/Vienna|CH Europe/Zurich|DE Europe/Berlin Europe/Busingen|GI Europe/Gibraltar|IT Europe/Rome|LI Europe/Vaduz|LU Europe/Luxembourg|MC Europe/Monaco|MT Europe/Malta|NL Europe/Amsterdam|NO Europe/Oslo|SE Europe/Stockholm|SJ Arctic/Longyearbyen|SM Europe/San_Marino|VA Europe/Vatican
W. Mongolia Standard Time|001 Asia/Hovd|MN Asia/Hovd
West Asia Standard Time|001 Asia/Tashkent|AQ Antarctica/Mawson|KZ Asia/Oral Asia/Almaty Asia/Aqtau Asia/Aqtobe Asia/Atyrau Asia/Qostanay|MV Indian/Maldives|TF Indian/Kerguelen|TJ Asia/Dushanbe|TM Asia/Ashgabat|UZ Asia/Tashkent Asia/Samarkand|ZZ Etc/GMT-5
West Bank Standard Time|001 Asia/Hebron|PS Asia/Hebron Asia/Gaza
West Pacific Standard Time|001 Pacific/Port_Moresby|AQ Antarctica/DumontDUrville|FM Pacific/Truk|GU Pacific/Guam|MP Pacific/Saipan|PG Pacific/Port_Moresby|ZZ Etc/GMT-10
Yakutsk Standard Time|001 Asia/Yakutsk|RU Asia/Yakutsk Asia/Khandyga
Yukon Standard Time|001 America/Whitehorse|CA America/Whitehorse America/Dawson
`

/**
 * A name and the identifiers that an older row of CLDR (of versions 27 to 47) gave it: calendars written then still have them under the name.
 * Rows of ZZ, which is no country, are left out.
 */
const FORMER_ROWS = `
Astrakhan Standard Time|RU Europe/Saratov
Central Asia Standard Time|KZ Asia/Almaty Asia/Qostanay Asia/Qyzylorda
Central Pacific Standard Time|AU Antarctica/Macquarie|NF Pacific/Norfolk|PG Pacific/Bougainville
Central Standard Time|CA America/Rainy_River
E. Africa Standard Time|SD Africa/Khartoum|SS Africa/Juba
Eastern Standard Time|CA America/Montreal America/Nipigon America/Pangnirtung America/Thunder_Bay|CU America/Havana|HT America/Port-au-Prince
FLE Standard Time|UA Europe/Uzhgorod Europe/Zaporozhye
GTB Standard Time|MD Europe/Chisinau
Greenwich Standard Time|ST Africa/Sao_Tome
Hawaiian Standard Time|UM Pacific/Johnston
Korea Standard Time|KP Asia/Pyongyang
Magallanes Standard Time|AQ Antarctica/Palmer
Mountain Standard Time|CA America/Yellowknife|MX America/Ojinaga
Mountain Standard Time (Mexico)|MX America/Chihuahua
N. Central Asia Standard Time|RU Asia/Omsk
North Asia East Standard Time|RU Asia/Chita
Pacific SA Standard Time|AQ Antarctica/Palmer
Pacific Standard Time|CA America/Dawson America/Whitehorse|MX America/Santa_Isabel America/Tijuana|US America/Metlakatla
Pacific Standard Time (Mexico)|MX America/Santa_Isabel
Russian Standard Time|RU Europe/Volgograd
SA Eastern Standard Time|BR America/Araguaina|CL America/Punta_Arenas
SA Pacific Standard Time|CL Pacific/Easter
SA Western Standard Time|TC America/Grand_Turk
SE Asia Standard Time|MN Asia/Hovd
Singapore Standard Time|AQ Antarctica/Casey
South Africa Standard Time|SS Africa/Juba
Tasmania Standard Time|AU Australia/Currie
Tonga Standard Time|KI Pacific/Enderbury|TK Pacific/Fakaofo
Turkey Standard Time|CY Asia/Famagusta
UTC|GL America/Danmarkshavn
Ulaanbaatar Standard Time|MN Asia/Choibalsan
Vladivostok Standard Time|RU Asia/Sakhalin
W. Australia Standard Time|AQ Antarctica/Casey
W. Central Africa Standard Time|ST Africa/Sao_Tome
West Asia Standard Time|KZ Asia/Qyzylorda
Yakutsk Standard Time|RU Asia/Chita
Yukon Standard Time|CA America/Creston America/Dawson_Creek America/Fort_Nelson
`

/** Identifiers outside Antarctica whose zone has fewer than 10,000 people. They are named, but do not make a name doubtful. */
const SMALL = `America/Adak America/Cambridge_Bay America/Danmarkshavn America/Metlakatla America/Noronha America/North_Dakota/Beulah
America/North_Dakota/Center America/Resolute America/Scoresbysund America/Sitka America/Thule America/Yakutat Arctic/Longyearbyen
Atlantic/South_Georgia Atlantic/Stanley Australia/Eucla Australia/Lindeman Australia/Lord_Howe Europe/Busingen Europe/Vatican Indian/Chagos
Indian/Cocos Indian/Kerguelen Pacific/Chatham Pacific/Enderbury Pacific/Fakaofo Pacific/Gambier Pacific/Johnston Pacific/Midway Pacific/Niue
Pacific/Norfolk Pacific/Pitcairn Pacific/Wake`

/** One name: each territory's code → the identifiers that the name stands for there, that to take first. 001 is the world. */
export type WindowsTerritories = ReadonlyMap<string, readonly string[]>

const territoriesIn = (rows: string): ReadonlyMap<string, WindowsTerritories> =>
  new Map(
    rows
      .trim()
      .split('\n')
      .map((row) => {
        const [name = '', ...territories] = row.split('|')
        return [
          name,
          new Map(
            territories.map((text) => {
              const [territory = '', ...zones] = text.split(' ')
              return [territory, zones]
            }),
          ),
        ]
      }),
  )

/** Windows' name → its territories. test/apps/moved compares it with CLDR's table of the lock. */
export const WINDOWS_TERRITORIES: ReadonlyMap<string, WindowsTerritories> = territoriesIn(ROWS)

/** Windows' name → the territories and zones that an older row of CLDR gave it, and today's does not. */
export const WINDOWS_FORMER: ReadonlyMap<string, WindowsTerritories> = territoriesIn(FORMER_ROWS)

/** Whether an identifier's zone is in Antarctica, or has fewer than 10,000 people. */
export const isSmallZone = (identifier: string): boolean =>
  identifier.startsWith('Antarctica/') || SMALL_ZONES.has(identifier)
const SMALL_ZONES: ReadonlySet<string> = new Set(SMALL.split(/\s/))

/** Windows' name → identifier, whichever the country. */
export const WINDOWS_NAMES: ReadonlyMap<string, string> = new Map(
  [...WINDOWS_TERRITORIES].map(([name, territories]) => [name, territories.get('001')?.[0] ?? '']),
)

/**
 * Current identifier → the Windows names that stand for the zone in some country, nearly always one. `current` gives the current identifier
 * of any, and null if there is no such zone.
 */
export function windowsNamesByZone(
  current: (identifier: string) => string | null,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [name, territories] of WINDOWS_TERRITORIES)
    for (const identifier of [...territories.values()].flat()) {
      const iana = current(identifier)
      if (iana === null) continue
      const names = found.get(iana) ?? []
      if (!names.includes(name)) found.set(iana, [...names, name])
    }
  return found
}
