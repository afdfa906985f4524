// The texts that Windows and Exchange show for a zone behind its offset, `(UTC+01:00) …`, also of older versions and in other languages.
import { foldedLabel } from './zone-label.ts'

/**
 * Windows' name, then its texts. Those of English Windows are whole; of other languages there are the zones that many calendars have.
 * A text that stood for two zones in different versions (Astana, Fiji) is left out.
 *
 * Source: the list of time zones in Windows' settings; for Dutch, German and Swedish Microsoft's documentation of Azure SQL (time zones of
 * a managed instance); for other languages what programs on such a Windows show.
 */
const ROWS = `
Dateline Standard Time|International Date Line West
UTC-11|Coordinated Universal Time-11
Aleutian Standard Time|Aleutian Islands
Hawaiian Standard Time|Hawaii
Marquesas Standard Time|Marquesas Islands
Alaskan Standard Time|Alaska
UTC-09|Coordinated Universal Time-09
Pacific Standard Time (Mexico)|Baja California|Tijuana, Baja California
UTC-08|Coordinated Universal Time-08
Pacific Standard Time|Pacific Time (US & Canada)|Pacific Time (US & Canada); Tijuana|Pacific Zeit (USA & Kanada)|Pacific Time (USA & Kanada)|Pacifique (É.-U. et Canada)|Hora del Pacífico (EE. UU. y Canadá)|Fuso del Pacifico (Stati Uniti e Canada)|Hora do Pacífico (EUA e Canadá)|Pacific Time (VS en Canada)
US Mountain Standard Time|Arizona
Mountain Standard Time (Mexico)|La Paz, Mazatlan|Chihuahua, La Paz, Mazatlan
Mountain Standard Time|Mountain Time (US & Canada)|Rocky Mountain-Zeit (USA & Kanada)|Montagnes Rocheuses (É.-U. et Canada)|Hora de las Montañas Rocosas (EE. UU. y Canadá)|Fuso occidentale (Stati Uniti e Canada)|Mountain Time (VS en Canada)
Yukon Standard Time|Yukon
Central America Standard Time|Central America
Central Standard Time|Central Time (US & Canada)|Central Time (USA & Kanada)|Centre (É.-U. et Canada)|Hora central (EE. UU. y Canadá)|Fuso centrale (Stati Uniti e Canada)|Hora Central (EUA e Canadá)|Central Time (VS en Canada)
Easter Island Standard Time|Easter Island
Central Standard Time (Mexico)|Guadalajara, Mexico City, Monterrey
Canada Central Standard Time|Saskatchewan
SA Pacific Standard Time|Bogota, Lima, Quito, Rio Branco|Bogota, Lima, Quito
Eastern Standard Time (Mexico)|Chetumal
Eastern Standard Time|Eastern Time (US & Canada)|Eastern Time (USA & Kanada)|Eastern Zeit (USA & Kanada)|Est (É.-U. et Canada)|Hora del este (EE. UU. y Canadá)|Fuso orientale (Stati Uniti e Canada)|Hora do Leste (EUA e Canadá)|Eastern Time (VS en Canada)|Eastern Time (USA och Kanada)
Haiti Standard Time|Haiti
Cuba Standard Time|Havana
US Eastern Standard Time|Indiana (East)
Turks And Caicos Standard Time|Turks and Caicos
Paraguay Standard Time|Asuncion
Atlantic Standard Time|Atlantic Time (Canada)|Atlantic Time (Kanada)|Atlantique (Canada)
Venezuela Standard Time|Caracas
Central Brazilian Standard Time|Cuiaba
SA Western Standard Time|Georgetown, La Paz, Manaus, San Juan
Pacific SA Standard Time|Santiago
Newfoundland Standard Time|Newfoundland
Tocantins Standard Time|Araguaina
E. South America Standard Time|Brasilia
SA Eastern Standard Time|Cayenne, Fortaleza
Argentina Standard Time|City of Buenos Aires|Buenos Aires
Greenland Standard Time|Greenland
Montevideo Standard Time|Montevideo
Magallanes Standard Time|Punta Arenas
Saint Pierre Standard Time|Saint Pierre and Miquelon
Bahia Standard Time|Salvador
UTC-02|Coordinated Universal Time-02
Azores Standard Time|Azores
Cape Verde Standard Time|Cabo Verde Is.|Cape Verde Is.
UTC|Coordinated Universal Time
GMT Standard Time|Dublin, Edinburgh, Lisbon, London|Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London|Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London|Dublin, Edinburgh, Lissabon, London|Dublin, Edinburgh, Lissabon, Londen|Dublin, Édimbourg, Lisbonne, Londres|Dublín, Edimburgo, Lisboa, Londres|Dublino, Edimburgo, Lisbona, Londra|Dublin, Edynburg, Lizbona, Londyn
Greenwich Standard Time|Monrovia, Reykjavik
Sao Tome Standard Time|Sao Tome
Morocco Standard Time|Casablanca
W. Europe Standard Time|Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna|Amsterdam, Berlin, Bern, Rom, Stockholm, Wien|Amsterdam, Berlin, Berne, Rome, Stockholm, Vienne|Amsterdam, Berlino, Berna, Roma, Stoccolma, Vienna|Ámsterdam, Berlín, Berna, Roma, Estocolmo, Viena|Amsterdam, Berlijn, Bern, Rome, Stockholm, Wenen|Amsterdã, Berlim, Berna, Roma, Estocolmo, Viena|Amesterdão, Berlim, Berna, Roma, Estocolmo, Viena|Amsterdam, Berlin, Berno, Rzym, Sztokholm, Wiedeń|Amsterdam, Berlín, Bern, Řím, Stockholm, Vídeň|阿姆斯特丹，柏林，伯尔尼，罗马，斯德哥尔摩，维也纳
Central Europe Standard Time|Belgrade, Bratislava, Budapest, Ljubljana, Prague|Belgrad, Bratislava, Budapest, Ljubljana, Prag|Belgrad, Bratislava (Pressburg), Budapest, Ljubljana, Prag|Belgrado, Bratislava, Budapest, Lubiana, Praga|Belgrado, Bratislava, Budapest, Liubliana, Praga|Belgrado, Bratislava, Budapest, Ljubljana, Praga|Belgrado, Bratislava, Boedapest, Ljubljana, Praag|Beograd, Bratislava, Budapest, Ljubljana, Prag|Belgrad, Bratysława, Budapeszt, Lublana, Praga|Praha, Bratislava, Budapešť, Bělehrad, Lublaň
Romance Standard Time|Brussels, Copenhagen, Madrid, Paris|Brüssel, Kopenhagen, Madrid, Paris|Bruxelles, Copenhague, Madrid, Paris|Bruxelles, Copenaghen, Madrid, Parigi|Bruselas, Copenhague, Madrid, París|Brussel, Kopenhagen, Madrid, Parijs|Bruxelas, Copenhague, Madri, Paris|Bruxelas, Copenhaga, Madrid, Paris|Bryssel, Köpenhamn, Madrid, Paris|Bruxelles, København, Madrid, Paris|Bruksela, Kopenhaga, Madryt, Paryż
Central European Standard Time|Sarajevo, Skopje, Warsaw, Zagreb|Sarajevo, Warsaw, Zagreb|Sarajevo, Skopje, Warschau, Zagreb|Sarajewo, Skopje, Warschau, Zagreb|Sarajevo, Skopje, Varsovie, Zagreb|Sarajevo, Skopje, Varsavia, Zagabria|Sarajevo, Skopje, Varsovia, Zagreb|Sarajevo, Skopie, Varsovia, Zagreb|Sarajevo, Skopje, Varsóvia, Zagreb|Sarajevo, Skopje, Warszawa, Zagreb|Sarajewo, Skopie, Warszawa, Zagrzeb
W. Central Africa Standard Time|West Central Africa|West-Zentralafrika
Jordan Standard Time|Amman
GTB Standard Time|Athens, Bucharest|Athens, Bucharest, Istanbul|Athen, Bukarest|Athènes, Bucarest|Atene, Bucarest|Atenas, Bucarest|Athene, Boekarest|Aten, Bukarest
Middle East Standard Time|Beirut
Egypt Standard Time|Cairo|Kairo|Le Caire|El Cairo|Il Cairo
E. Europe Standard Time|Chisinau|E. Europe
Syria Standard Time|Damascus
West Bank Standard Time|Gaza, Hebron
South Africa Standard Time|Harare, Pretoria
FLE Standard Time|Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius|Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius|Helsinki, Kiew, Riga, Sofia, Tallinn, Wilna|Helsinki, Kiew, Riga, Sofia, Tallinn, Vilnius|Helsinki, Kiev, Riga, Sofía, Tallin, Vilna|Helsingfors, Kiev, Riga, Sofia, Tallinn, Vilnius
Israel Standard Time|Jerusalem|Jerusalén
South Sudan Standard Time|Juba
Kaliningrad Standard Time|Kaliningrad|Kaliningrad (RTZ 1)
Sudan Standard Time|Khartoum
Libya Standard Time|Tripoli
Namibia Standard Time|Windhoek
Arabic Standard Time|Baghdad
Turkey Standard Time|Istanbul|Estambul
Arab Standard Time|Kuwait, Riyadh
Belarus Standard Time|Minsk
Russian Standard Time|Moscow, St. Petersburg|Moscow, St. Petersburg, Volgograd|Moscow, St. Petersburg, Volgograd (RTZ 2)|Moskau, St. Petersburg|Moscou, Saint-Pétersbourg|Moscú, San Petersburgo|Mosca, San Pietroburgo|Moskva, St. Petersburg
E. Africa Standard Time|Nairobi
Volgograd Standard Time|Volgograd
Iran Standard Time|Tehran
Arabian Standard Time|Abu Dhabi, Muscat
Astrakhan Standard Time|Astrakhan, Ulyanovsk
Azerbaijan Standard Time|Baku
Russia Time Zone 3|Izhevsk, Samara|Izhevsk, Samara (RTZ 3)
Mauritius Standard Time|Port Louis
Saratov Standard Time|Saratov
Georgian Standard Time|Tbilisi
Caucasus Standard Time|Yerevan
Afghanistan Standard Time|Kabul
West Asia Standard Time|Ashgabat, Tashkent|Tashkent
Ekaterinburg Standard Time|Ekaterinburg|Ekaterinburg (RTZ 4)
Pakistan Standard Time|Islamabad, Karachi
Qyzylorda Standard Time|Qyzylorda
India Standard Time|Chennai, Kolkata, Mumbai, New Delhi|Chennai, Kolkata, Mumbai, Neu-Delhi|Chennai, Kolkata, Mumbai, Nueva Delhi|Chennai, Kolkata, Mumbai, Nuova Delhi
Sri Lanka Standard Time|Sri Jayawardenepura
Nepal Standard Time|Kathmandu
Central Asia Standard Time|Bishkek
Bangladesh Standard Time|Dhaka
Omsk Standard Time|Omsk
Myanmar Standard Time|Yangon (Rangoon)
SE Asia Standard Time|Bangkok, Hanoi, Jakarta
Altai Standard Time|Barnaul, Gorno-Altaysk
W. Mongolia Standard Time|Hovd
North Asia Standard Time|Krasnoyarsk|Krasnoyarsk (RTZ 6)
N. Central Asia Standard Time|Novosibirsk|Novosibirsk (RTZ 5)
Tomsk Standard Time|Tomsk
China Standard Time|Beijing, Chongqing, Hong Kong, Urumqi|Beijing, Chongqing, Hong Kong SAR, Urumqi|Beijing, Chongqing, Hongkong SAR, Urumqi|Peking, Chongqing, Hongkong, Urumchi|Peking, Chongqing, Hongkong (SAR), Urumqi|Pékin, Chongqing, Hong Kong, Urumqi|Pekín, Chongqing, Hong Kong, Urumqi|Pechino, Chongqing, Hong Kong, Urumqi|北京，重庆，香港特别行政区，乌鲁木齐
North Asia East Standard Time|Irkutsk|Irkutsk (RTZ 7)
Singapore Standard Time|Kuala Lumpur, Singapore
W. Australia Standard Time|Perth
Taipei Standard Time|Taipei|台北
Ulaanbaatar Standard Time|Ulaanbaatar
Aus Central W. Standard Time|Eucla
Transbaikal Standard Time|Chita
Tokyo Standard Time|Osaka, Sapporo, Tokyo|Osaka, Sapporo, Tokio|大阪、札幌、東京
North Korea Standard Time|Pyongyang
Korea Standard Time|Seoul|서울
Yakutsk Standard Time|Yakutsk|Yakutsk (RTZ 8)
Cen. Australia Standard Time|Adelaide
AUS Central Standard Time|Darwin
E. Australia Standard Time|Brisbane
AUS Eastern Standard Time|Canberra, Melbourne, Sydney
West Pacific Standard Time|Guam, Port Moresby
Tasmania Standard Time|Hobart
Vladivostok Standard Time|Vladivostok|Vladivostok, Magadan (RTZ 9)
Lord Howe Standard Time|Lord Howe Island
Bougainville Standard Time|Bougainville Island
Russia Time Zone 10|Chokurdakh|Chokurdakh (RTZ 10)
Magadan Standard Time|Magadan
Norfolk Standard Time|Norfolk Island
Sakhalin Standard Time|Sakhalin
Central Pacific Standard Time|Solomon Is., New Caledonia
Russia Time Zone 11|Anadyr, Petropavlovsk-Kamchatsky
New Zealand Standard Time|Auckland, Wellington
UTC+12|Coordinated Universal Time+12
Chatham Islands Standard Time|Chatham Islands
UTC+13|Coordinated Universal Time+13
Tonga Standard Time|Nuku'alofa
Samoa Standard Time|Samoa
Line Islands Standard Time|Kiritimati Island
`

/** A text, folded → Windows' name. */
export const WINDOWS_LABELS: ReadonlyMap<string, string> = new Map(
  [...ROWS.matchAll(/^(.+?)\|(.+)$/gm)].flatMap(([, name = '', texts = '']) =>
    texts.split('|').map((text): [string, string] => [foldedLabel(text), name]),
  ),
)

/** Windows' names in other languages, as its programs write them next to the English ones. */
const TRANSLATED = `
W. Europe Standard Time|W. Europa (standaardtijd)|West-Europa (standaardtijd)|W. Europa, normaltid|Västeuropa, normaltid|W. Mitteleuropäische Zeit
Central Europe Standard Time|Centraleuropa, normaltid
Romance Standard Time|Romance (standaardtijd)|Paris, Madrid, normaltid
Central European Standard Time|Centraleuropeisk normaltid|Europa centraal (standaardtijd)
GMT Standard Time|GMT (standaardtijd)|GMT, normaltid
Greenwich Standard Time|Greenwich (standaardtijd)|Greenwich, normaltid
GTB Standard Time|GTB, normaltid
FLE Standard Time|FLE, normaltid
Turkey Standard Time|Turkiet, normaltid
Russian Standard Time|Ryssland, normaltid
Eastern Standard Time|Eastern, normaltid
Morocco Standard Time|Marokko (standaardtijd)|Marocko, normaltid
Tokyo Standard Time|Tokyo, normaltid
China Standard Time|Kina, normaltid
India Standard Time|Indien, normaltid
`

/** A translated name in lower case → Windows' name. */
export const WINDOWS_TRANSLATED: ReadonlyMap<string, string> = new Map(
  [...TRANSLATED.matchAll(/^(.+?)\|(.+)$/gm)].flatMap(([, name = '', texts = '']) =>
    texts.split('|').map((text): [string, string] => [text.toLowerCase(), name]),
  ),
)
