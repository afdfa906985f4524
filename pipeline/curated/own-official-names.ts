// Official names of states in their own languages that the rules of `ask/area-words.ts` do not already understand.

/**
 * By country, as in the constitutions. Names in other scripts are also transcribed. A full name is here only if it is more than a word
 * for the state and a name of the country that CLDR has. A short name is here only if CLDR lacks the language.
 */
export const OWN_OFFICIAL_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  `AD Principat d'Andorra|AE الإمارات العربية المتحدة, Al-Imarat al-Arabiyah al-Muttahidah|AL Republika e Shqipërisë
AM Հայաստանի Հանրապետություն, Hayastani Hanrapetutyun|AR República Argentina|AZ Azərbaycan Respublikası|BA Bosna i Hercegovina, Босна и Херцеговина
BD গণপ্রজাতন্ত্রী বাংলাদেশ|BE Royaume de Belgique, Koninkrijk België, Königreich Belgien|BF République du Burkina|BG Република България, Republika Balgariya
BN Negara Brunei Darussalam|BR República Federativa do Brasil|BT འབྲུག་རྒྱལ་ཁབ་|BY Рэспубліка Беларусь, Respublika Belarus, Белоруссия
CD République démocratique du Congo, Demokratische Republik Kongo, República Democrática del Congo, República Democrática do Congo
CD Repubblica Democratica del Congo, Democratische Republiek Congo, Demokratiska republiken Kongo, Democratic Republic of Congo, Dem. Rep. Congo
CD Demokratyczna Republika Konga, Демократическая Республика Конго, جمهورية الكونغو الديمقراطية, 刚果民主共和国
CG République du Congo, Republik Kongo, República del Congo, República do Congo, Repubblica del Congo, Republiek Congo, Republic of Congo, Rep. Congo
CG Republika Konga, Республика Конго, جمهورية الكونغو, 刚果共和国
CH Confédération suisse, Schweizerische Eidgenossenschaft, Confederazione Svizzera, Confederaziun svizra, Confoederatio Helvetica, Helvetia
CI République de Côte d'Ivoire|CN 中华人民共和国, 中華人民共和國, Zhonghua Renmin Gongheguo|CV República de Cabo Verde|CY Κυπριακή Δημοκρατία, Kypriaki Dimokratia
CZ Česká republika|DE Bundesrepublik Deutschland, BRD|DK Kongeriget Danmark|DO República Dominicana
DZ الجمهورية الجزائرية الديمقراطية الشعبية, République algérienne démocratique et populaire|EE Eesti Vabariik|EG جمهورية مصر العربية|EH الجمهورية العربية الصحراوية الديمقراطية, República Árabe Saharaui Democrática, RASD
ER ሃገረ ኤርትራ|ES Reino de España|ET የኢትዮጵያ ፌዴራላዊ ዴሞክራሲያዊ ሪፐብሊክ|FI Suomen tasavalta, Republiken Finland|FO Føroyar|FR République française
GA République gabonaise|GE საქართველო, Sakartvelo|GL Kalaallit Nunaat|GQ República de Guinea Ecuatorial|GR Ελληνική Δημοκρατία, Elliniki Dimokratia
HK Hong Kong Special Administrative Region of China, Hong Kong Special Administrative Region of the People's Republic of China, 中华人民共和国香港特别行政区, 中華人民共和國香港特別行政區, Hong Kong SAR, HKSAR
HR Republika Hrvatska|HT République d'Haïti, Repiblik Ayiti, Ayiti|HU Magyar Köztársaság|ID Republik Indonesia, NKRI|IE Poblacht na hÉireann
IL מדינת ישראל, Medinat Yisrael, دولة إسرائيل|IN भारत गणराज्य, Bharat Ganarajya|IQ جمهورية العراق, کۆماری عێراق|IR جمهوری اسلامی ایران, Jomhuri-ye Eslami-ye Iran
IS Lýðveldið Ísland|IT Repubblica italiana|JO المملكة الأردنية الهاشمية|JP 日本国, 日本國, Nihon-koku, Nippon-koku|KE Jamhuri ya Kenya|KG Кыргыз Республикасы, Кыргызская Республика
KH ព្រះរាជាណាចក្រកម្ពុជា|KM Union des Comores, Udzima wa Komori|KP 조선민주주의인민공화국|KR 대한민국, 大韓民國, Daehan Minguk|KW دولة الكويت|KZ Қазақстан Республикасы
LA ສາທາລະນະລັດ ປະຊາທິປະໄຕ ປະຊາຊົນລາວ|LB الجمهورية اللبنانية, République libanaise|LI Fürstentum Liechtenstein|LK ශ්‍රී ලංකා ප්‍රජාතාන්ත්‍රික සමාජවාදී ජනරජය
LT Lietuvos Respublika|LU Groussherzogtum Lëtzebuerg, Grand-Duché de Luxembourg, Großherzogtum Luxemburg|LV Latvijas Republika|LY دولة ليبيا
MA المملكة المغربية, Royaume du Maroc|MD Republica Moldova|ME Crna Gora, Црна Гора|MG Repoblikan'i Madagasikara|MK Република Северна Македонија, Republika Severna Makedonija
XK Republika e Kosovës, Република Косово
MK Македонија, The former Yugoslav Republic of Macedonia|MM ပြည်ထောင်စု သမ္မတ မြန်မာနိုင်ငံတော်|MN Монгол Улс, Mongol Uls
MO Macao Special Administrative Region of China, Macao Special Administrative Region of the People's Republic of China, 中华人民共和国澳门特别行政区, 中華人民共和國澳門特別行政區, Macau SAR
MP Commonwealth of the Northern Mariana Islands|MR الجمهورية الإسلامية الموريتانية, République islamique de Mauritanie|MT Repubblika ta' Malta
MV ދިވެހިރާއްޖޭގެ ޖުމްހޫރިއްޔާ, Dhivehi Raajje|MX Estados Unidos Mexicanos|MY Persekutuan Malaysia|NL Koninkrijk der Nederlanden|NO Kongeriket Norge, Kongeriket Noreg, Norgga gonagasriika
NP संघीय लोकतान्त्रिक गणतन्त्र नेपाल|OM سلطنة عمان|PH Republika ng Pilipinas|PK اسلامی جمہوریۂ پاکستان|PL Rzeczpospolita Polska|PS دولة فلسطين
PT República Portuguesa|PW Beluu er a Belau, Belau|PY República del Paraguay, Tetã Paraguái|QA دولة قطر|RO România|RS Република Србија, Republika Srbija
RU Российская Федерация, Rossiyskaya Federatsiya|RW Repubulika y'u Rwanda|SA المملكة العربية السعودية|SC Repiblik Sesel|SD جمهورية السودان|SE Konungariket Sverige
SG 新加坡共和国, Republik Singapura|SI Republika Slovenija|SK Slovenská republika|SM Serenissima Repubblica di San Marino, Repubblica di San Marino
SN République du Sénégal|SO Jamhuuriyadda Federaalka Soomaaliya|SY الجمهورية العربية السورية|SZ Umbuso weSwatini, weSwatini|TD République du Tchad, جمهورية تشاد
TG République togolaise|TH ราชอาณาจักรไทย, ประเทศไทย, Prathet Thai, Mueang Thai|TJ Ҷумҳурии Тоҷикистон, Toçikiston|TL República Democrática de Timor-Leste
TM Türkmenistan Respublikasy|TN الجمهورية التونسية, République tunisienne|TR Türkiye Cumhuriyeti|PR Estado Libre Asociado de Puerto Rico|TW 臺灣, 中華民國, Republik China, République de Chine, República de China, República da China, Repubblica di Cina, Republiek China, 中华民国, Zhonghua Minguo
TZ Jamhuri ya Muungano wa Tanzania|UA Україна, Ukrayina, Ukrajina|US Estados Unidos de América, États-Unis d'Amérique, Vereinigte Staaten von Amerika, Stati Uniti d'America
US Estados Unidos da América, Verenigde Staten van Amerika, Stany Zjednoczone Ameryki, Amerikas förenta stater, Соединённые Штаты Америки
US Amerika Birleşik Devletleri, Amerikas forente stater, Amerikas Forenede Stater, 美利坚合众国, アメリカ合衆国, الولايات المتحدة الأمريكية, E.E.U.U., EE.UU.
UY República Oriental del Uruguay|UZ Oʻzbekiston Respublikasi|VA Stato della Città del Vaticano, Status Civitatis Vaticanæ|VE República Bolivariana de Venezuela
VN Cộng hòa xã hội chủ nghĩa Việt Nam|WS Malo Saʻoloto Tutoʻatasi o Sāmoa|YE الجمهورية اليمنية|ZA Republiek van Suid-Afrika, iRiphabhuliki yaseNingizimu Afrika, Ningizimu Afrika, Mzansi
AS Sāmoa Amelika, Amerika Sāmoa|CK Kūki 'Āirani|GG Bailliage de Guernesey, Bailiwick of Guernsey|JE Bailliage de Jersey, Bailiwick of Jersey|TK Tokelau|GU Guåhån
GB United Kingdom of Great Britain & Northern Ireland, Royaume-Uni de Grande-Bretagne et d'Irlande du Nord, Reino Unido de Gran Bretaña e Irlanda del Norte
GB Vereinigtes Königreich Großbritannien und Nordirland, Соединённое Королевство Великобритании и Северной Ирландии, 大不列颠及北爱尔兰联合王国
GB Regno Unito di Gran Bretagna e Irlanda del Nord, Reino Unido da Grã-Bretanha e Irlanda do Norte, Verenigd Koninkrijk van Groot-Brittannië en Noord-Ierland
MF Saint Martin (French part), Collectivité de Saint-Martin|SX Sint Maarten (Dutch part), Land Sint Maarten|VI Virgin Islands of the United States|SR Sarnam, Sranan
BI Uburundi|BO Buliwya, Wuliwya, Volívia|BT Druk Yul, Drukyul|CC Pulu Kokos|CX Pulau Krismas|CY Kypros, Kıbrıs|DJ Jabuuti, Gabuuti|EG Misr, Masr
FJ Viti, Matanitu ko Viti|GE Sakartvelo|GG Dgèrnésiais|GR Hellada|AM Hayastan|IL Yisrael, Israil|IM Mannin|IQ Al-Iraq|JE Jèrri|JO Al-Urdun|KH Kâmpŭchéa
KM Komori, الاتحاد القمري|KW Al-Kuwayt|LB Lubnan|LK Sri Lankava, Ilankai|LY Libiya|MA Al-Maghrib, Lmaɣrib|MH M̧ajeļ|MU Moris|MY مليسيا|NF Norf'k Ailen|NR Naoero
PE Piruw|PG Papua Niugini, Papua Niu Gini|SA As-Saudiyah|SC Sesel|SD As-Sudan|SO Soomaaliya|SY Suriya|TL Timór Lorosa'e|YE Al-Yaman
ZA Afrika-Borwa, Afrika Borwa, Afurika Tshipembe, Afrika Dzonga, Mzantsi Afrika`
    .split(/[|\n]/)
    .reduce((all, line) => {
      const country = line.slice(0, 2)
      return all.set(country, [...(all.get(country) ?? []), ...line.slice(3).split(', ')])
    }, new Map<string, string[]>()),
)
