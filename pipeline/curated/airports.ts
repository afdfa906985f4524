// Codes (IATA) of the world's largest airports, which people use for their cities, by the country and the name of the city.

/** Entries by country: the alpha-2 code, then airport codes with their city. The codes of one city are in one entry. */
const ROWS = `AE DXB DWC Dubai|AE AUH Abu Dhabi|AE SHJ Sharjah|AR EZE AEP Buenos Aires|AT VIE Vienna|AU SYD Sydney|AU MEL Melbourne|AU BNE Brisbane
AU PER Perth|AU ADL Adelaide|AU CBR Canberra|AU OOL Gold Coast|AU DRW Darwin|AU HBA Hobart|AU CNS Cairns|BD DAC Dhaka|BE BRU Brussels|BG SOF Sofia
BH BAH Manama|BR GRU CGH São Paulo|BR GIG SDU Rio de Janeiro|BR BSB Brasília|BR CNF Belo Horizonte|BR POA Porto Alegre|BR REC Recife|BR SSA Salvador
BR FOR Fortaleza|BR CWB Curitiba|BR MAO Manaus|CA YYZ YTZ Toronto|CA YUL Montréal|CA YVR Vancouver|CA YYC Calgary|CA YEG Edmonton|CA YOW Ottawa
CA YWG Winnipeg|CA YHZ Halifax|CH ZRH Zürich|CH GVA Genève|CL SCL Santiago|CN PEK PKX Beijing|CN PVG SHA Shanghai|CN CAN Guangzhou|CN SZX Shenzhen
CN CTU Chengdu|CN CKG Chongqing|CN KMG Kunming|CN HGH Hangzhou|CN NKG Nanjing|CN WUH Wuhan|CN URC Ürümqi|CN XMN Xiamen|CO BOG Bogotá|CO MDE Medellín
CR SJO San José|CU HAV Havana|CZ PRG Prague|DE FRA Frankfurt am Main|DE MUC Munich|DE TXL BER SXF Berlin|DE HAM Hamburg|DE DUS Düsseldorf
DE STR Stuttgart|DE CGN Köln|DK CPH Copenhagen|DO SDQ Santo Domingo|DZ ALG Algiers|EC UIO Quito|EC GYE Guayaquil|EE TLL Tallinn|EG CAI Cairo
ES MAD Madrid|ES BCN Barcelona|ES PMI Palma|ES AGP Málaga|ES ALC Alicante|ES LPA Las Palmas de Gran Canaria|ES VLC Valencia|ES SVQ Sevilla|ET ADD Addis Ababa
FI HEL Helsinki|FR CDG ORY Paris|FR NCE Nice|FR LYS Lyon|FR MRS Marseille|FR TLS Toulouse|GB LHR LGW LCY LTN STN London|GB MAN Manchester|GB EDI Edinburgh
GB BHX Birmingham|GB GLA Glasgow|GB BFS Belfast|GH ACC Accra|GR ATH Athens|GR SKG Thessaloníki|GU GUM Hagåtña|HK HKG Hong Kong|HR ZAG Zagreb|HU BUD Budapest
ID CGK Jakarta|ID DPS Denpasar|ID SUB Surabaya|IE DUB Dublin|IL TLV Tel Aviv|IN DEL New Delhi|IN BOM Mumbai|IN BLR Bengaluru|IN MAA Chennai|IN CCU Kolkata
IN HYD Hyderabad|IN COK Kochi|IN AMD Ahmedabad|IN GOI Panaji|IN PNQ Pune|IQ BGW Baghdad|IR IKA THR Tehran|IS KEF RKV Reykjavík|IT FCO CIA Rome
IT MXP LIN Milano|IT VCE Venice|IT NAP Naples|IT BLQ Bologna|IT TRN Turin|JM KIN Kingston|JO AMM Amman|JP NRT HND Tokyo|JP KIX ITM Osaka|JP NGO Nagoya
JP FUK Fukuoka|JP CTS Sapporo|JP OKA Naha|KE NBO Nairobi|KH PNH Phnom Penh|KR ICN GMP Seoul|KR PUS Busan|KR CJU Jeju City|KW KWI Kuwait City|KZ ALA Almaty
LB BEY Beirut|LK CMB Colombo|LT VNO Vilnius|LU LUX Luxembourg|LV RIX Riga|MA CMN Casablanca|MA RAK Marrakesh|MO MFM Macau|MT MLA Valletta|MV MLE Malé
MX MEX Mexico City|MX CUN Cancún|MX GDL Guadalajara|MX MTY Monterrey|MX TIJ Tijuana|MY KUL Kuala Lumpur|MY PEN George Town|MY BKI Kota Kinabalu|NG LOS Lagos
NG ABV Abuja|NL AMS Amsterdam|NO OSL Oslo|NO BGO Bergen|NP KTM Kathmandu|NZ AKL Auckland|NZ WLG Wellington|NZ CHC Christchurch|OM MCT Muscat|PA PTY Panamá
PE LIM Lima|PH MNL Manila|PH CEB Cebu City|PK KHI Karachi|PK LHE Lahore|PK ISB Islamabad|PL WAW Warsaw|PL KRK Kraków|PR SJU San Juan|PT LIS Lisbon|PT OPO Porto
QA DOH Doha|RO OTP Bucharest|RS BEG Belgrade|RU SVO DME VKO Moscow|RU LED Saint Petersburg|SA JED Jeddah|SA RUH Riyadh|SE ARN Stockholm|SE GOT Göteborg
SG SIN Singapore|SN DSS Dakar|TH BKK DMK Bangkok|TH HKT Phuket|TH CNX Chiang Mai|TN TUN Tunis|TR IST SAW Istanbul|TR ESB Ankara|TR AYT Antalya|TR ADB İzmir
TW TPE TSA Taipei|TZ DAR Dar es Salaam|UA KBP IEV Kyiv|UG EBB Kampala|US ATL Atlanta|US ORD MDW Chicago|US LAX Los Angeles|US DFW DAL Dallas|US DEN Denver
US JFK LGA EWR New York City|US SFO San Francisco|US SEA Seattle|US LAS Las Vegas|US MCO Orlando|US MIA Miami|US CLT Charlotte|US PHX Phoenix|US IAH HOU Houston
US BOS Boston|US MSP Minneapolis|US DTW Detroit|US FLL Fort Lauderdale|US PHL Philadelphia|US BWI Baltimore|US SLC Salt Lake City|US SAN San Diego
US DCA IAD Washington|US TPA Tampa|US PDX Portland|US HNL Honolulu|US STL Saint Louis|US BNA Nashville|US AUS Austin|US OAK Oakland|US SJC San Jose
US MSY New Orleans|US RDU Raleigh|US SMF Sacramento|US SNA Santa Ana|US MCI Kansas City|US CLE Cleveland|US PIT Pittsburgh|US CVG Cincinnati|US CMH Columbus
US IND Indianapolis|US SAT San Antonio|US MKE Milwaukee|US JAX Jacksonville|US ANC Anchorage|US OGG Kahului|US ABQ Albuquerque|UY MVD Montevideo|UZ TAS Tashkent
VE CCS Caracas|VN SGN Ho Chi Minh City|VN HAN Hanoi|VN DAD Da Nang|ZA JNB Johannesburg|ZA CPT Cape Town|ZA DUR Durban|ZM LUN Lusaka|ZW HRE Harare`

/** The airports of one city. */
export interface Airports {
  readonly country: string
  readonly city: string
  readonly codes: readonly string[]
}

/** All of them, in the order of the countries. */
export const AIRPORTS: readonly Airports[] = ROWS.split(/[|\n]/).map((row) => {
  const words = row.split(' ')
  const name = words.findIndex((word, index) => index > 0 && !/^[A-Z]{3}$/.test(word))
  return { country: words[0] ?? '', codes: words.slice(1, name), city: words.slice(name).join(' ') }
})
