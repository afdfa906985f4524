// Islands, historical regions and parts of countries that no list has as divisions, with the zones of their places.

/**
 * Names of one place each, by the zones that it has. If those have several clocks, a question is asked about the name. The zones are
 * tzdb's for the places there. The names are here because nothing that the build reads names islands or regions, and people type them.
 * The last rows are divisions of countries with one clock. Some lists (ISO 3166-2 until 2021, atlases) still have them, abolished or in
 * that spelling.
 */
export const REGIONS: readonly { readonly zones: readonly string[]; readonly names: readonly string[] }[] =
  `Europe/Paris: Burgundy, Provence, Lorraine, Alsace, Champagne, Savoy, Savoie, Aquitaine, Auvergne, Picardy, Picardie, Languedoc, Roussillon
Europe/Paris: Gascony, Limousin, Franche-Comté, Poitou, Anjou, Dauphiné, Béarn, Normandy, Brittany, Bretagne, French Riviera, Côte d'Azur, Riviera
Europe/Paris: Dordogne, Loire Valley, Périgord, Artois, Midi-Pyrénées, Poitou-Charentes, Champagne-Ardenne, Rhône-Alpes, Nord-Pas-de-Calais, Bourgogne
Europe/Paris: Haute-Normandie, Basse-Normandie, Upper Normandy, Lower Normandy
Europe/Oslo: Nord-Trøndelag, Sør-Trøndelag, Hordaland, Sogn og Fjordane, Oppland, Hedmark, Vest-Agder, Aust-Agder, Østfold, Viken, Vestfold og Telemark, Troms og Finnmark
Africa/Kinshasa: Bandundu, Bas-Congo
Asia/Kolkata: Dadra and Nagar Haveli, Daman and Diu, Uttaranchal, Pondicherry
America/Havana: Ciudad de la Habana
Asia/Taipei: Zhongli, Chungli, Jhongli, Yangmei
Africa/Nairobi: Rift Valley, Nyanza
Asia/Kathmandu: Mechi, Koshi, Sagarmatha, Janakpur, Narayani, Gandaki, Lumbini, Dhawalagiri, Dhaulagiri, Rapti, Karnali, Bheri, Seti, Mahakali
Asia/Karachi: North-West Frontier Province, NWFP, FATA
Africa/Abidjan: Moyen-Cavally, Haut-Sassandra, Bas-Sassandra, Dix-Huit Montagnes, Fromager, Moyen-Comoé, N'zi-Comoé, Sud-Bandama, Sud-Comoé, Worodougou, Zanzan, Agnéby, Bafing, Denguélé
Africa/Casablanca: Grand Casablanca, Doukkala-Abda, Chaouia-Ouardigha, Tadla-Azilal, Souss-Massa-Drâa, Meknès-Tafilalet, Fès-Boulemane, Gharb-Chrarda-Béni Hssen
Africa/Kampala: Buganda, Ankole, Busoga, Acholi
Europe/Rome: Sardegna, Sicily, Umbria, Tuscany, Toscana, Piemonte, Lombardia, Puglia, South Tyrol, Alto Adige, Südtirol, Capri, Ischia, Elba
Europe/Rome: Lampedusa, Cinque Terre, Amalfi Coast, Romagna, Emilia, Trentino, Friuli, Venezia Giulia, Aeolian Islands, Calabria, Basilicata, Molise, Latium
Europe/Madrid: Majorca, Mallorca, Menorca, Minorca, Ibiza, Formentera, Balearics, Costa del Sol, Costa Brava, Costa Blanca, Castile, Euskadi
Europe/Madrid: Andalucía, Old Castile, La Mancha, Navarre
Atlantic/Canary: Gran Canaria, Fuerteventura, Lanzarote, Tenerife, La Palma Island, La Gomera, El Hierro, Canaries
Europe/Berlin: Westphalia, Rhineland, Swabia, Franconia, Palatinate, Prussia, Holstein, Schleswig, Rügen, Sylt, Usedom, Black Forest, Ruhr, Ruhr Area, Ruhrgebiet
Europe/Berlin: Allgäu, Frisia, East Frisia, Heligoland, Helgoland, Saarland, Eifel, Harz
Europe/Vienna: Tyrol, Styria, Carinthia, Vorarlberg, Burgenland, Salzkammergut
Europe/Prague: Bohemia, Moravia
Europe/Warsaw: Silesia, Masuria, Mazovia, Pomerania, Upper Silesia, Lower Silesia, Greater Poland, Lesser Poland, Kashubia
Europe/Bucharest: Transylvania, Wallachia, Bukovina, Bucovina, Dobruja, Dobrogea, Oltenia, Muntenia, Banat
Europe/Athens: Mykonos, Santorini, Zakynthos, Corfu, Rhodes, Crete, Lesbos, Lesvos, Samos, Chios, Kos, Naxos, Paros, Lefkada, Kefalonia, Cephalonia, Cyclades, Dodecanese
Europe/Athens: Peloponnese, Peloponnesus, Thessaly, Epirus, Attica, Thrace, Euboea, Ionian Islands, Skiathos, Ithaca Island, Milos, Hydra
Europe/London: Yorkshire, Suffolk, Cornwall, Isle of Wight, Shetland, Orkney, Hebrides, Inner Hebrides, Outer Hebrides, Isle of Skye, Skye, Scottish Highlands
Europe/London: Ulster, East Anglia, Cotswolds, Lake District, West Midlands, East Midlands, Home Counties, Sussex, Anglesey, Scilly Isles, Isles of Scilly, Mull, Islay, Arran
Europe/London: Tyneside, Merseyside, Cumberland, Westmorland, Middlesex, Berkshire, Huntingdonshire, Cheshire, Snowdonia, Peak District, West Country, Wessex, Mercia
Europe/Dublin: Munster, Leinster, Connacht, Connaught, County Cork, County Kerry, County Galway, County Mayo, County Donegal, Aran Islands
Europe/Copenhagen: Jutland, Jylland, Zealand, Sjælland, Funen, Fyn, Bornholm, Lolland, Falster
Europe/Stockholm: Scania, Skåne, Gotland, Öland, Götaland, Svealand, Norrland, Småland, Dalarna, Värmland, Swedish Lapland
Europe/Helsinki: Finnish Lapland, Savonia, Ostrobothnia
Europe/Helsinki Europe/Stockholm Europe/Oslo Europe/Moscow: Lapland, Scandinavia
Europe/Oslo: Lofoten, Finnmark, Telemark, Hardanger, Sognefjord
Europe/Brussels: Flanders, Wallonia, Vlaanderen, Wallonie
Europe/Amsterdam: Friesland, Brabant, Gelderland, Zeeland, Texel, Twente, Randstad, South Holland, North Holland
Europe/Lisbon: Algarve, Alentejo, Minho
Atlantic/Azores: São Miguel Island, Terceira, Faial, Azores Islands
Europe/Zagreb: Dalmatia, Istria, Slavonia, Hvar, Brač, Korčula
Europe/Belgrade: Vojvodina, Sandzak, Kosovo and Metohija
Europe/Tallinn: Saaremaa, Hiiumaa
Europe/Riga: Livonia, Courland, Latgale
Europe/Kyiv: Donbas, Donbass, Volhynia, Podolia, Transcarpathia
Europe/Simferopol: Crimea, Krym
Europe/Chisinau: Transnistria, Bessarabia, Gagauzia
Europe/Moscow: Chechnya, Dagestan, Tatarstan, Ingush, Ingushetia, Kabardin-Balkar, Kabardino-Balkaria, Karachay-Cherkess, North Ossetia, Karelia, Komi, Mordovia, Adygea, Adygey, Kalmykia, Kalmyk, Chuvash, Mari El, Mariy-El, North Caucasus, Solovetsky Islands
Europe/Samara: Udmurt, Udmurtia
Asia/Yekaterinburg: Bashkortostan, Bashkiria, Bashkir, Urals, Khanty-Mansiy, Khanty-Mansi, Yamal-Nenets, Yamalo-Nenets
Asia/Krasnoyarsk: Khakass, Khakassia, Tuva, Tyva, Taymyr, Evenk
Asia/Barnaul: Altay, Altay Krai, Altai Krai, Gorno-Altay
Asia/Irkutsk: Buryat, Buryatia, Baikal, Ust-Orda Buryat
Asia/Chita: Transbaikal, Zabaykalye, Chita Oblast, Aga Buryat, Agin Buryat
Asia/Magadan: Kolyma
Asia/Anadyr: Chukotka, Chukchi, Chukot
Asia/Kamchatka: Kamchatka, Koryak, Commander Islands
Asia/Sakhalin Asia/Srednekolymsk Asia/Ust-Nera: Kuril Islands, Kurils
Asia/Yakutsk Asia/Khandyga Asia/Vladivostok Asia/Ust-Nera Asia/Srednekolymsk: Sakha, Yakutia, Sakha Yakutia
Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk Asia/Barnaul Asia/Tomsk Asia/Novokuznetsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Chita Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka: Siberia
Asia/Vladivostok Asia/Yakutsk Asia/Magadan Asia/Kamchatka Asia/Sakhalin Asia/Anadyr: Russian Far East
Europe/Istanbul: Anatolia, Cappadocia, Asia Minor
Asia/Nicosia Asia/Famagusta: Northern Cyprus, North Cyprus, TRNC
Asia/Tbilisi: Abkhazia, Adjara, Ajaria, South Ossetia
Asia/Baku: Nakhchivan, Nagorno-Karabakh, Karabakh, Artsakh
Asia/Baghdad Asia/Tehran Europe/Istanbul: Kurdistan
Asia/Baghdad: Mesopotamia, Iraqi Kurdistan
Asia/Jerusalem: Judea, Galilee, Negev, Golan, Golan Heights
Africa/Cairo: Sinai, Sinai Peninsula
Africa/Khartoum: Darfur, Kordofan, Nubia
Africa/Tripoli: Cyrenaica, Tripolitania, Fezzan
Africa/Dar_es_Salaam: Zanzibar, Pemba Island, Mafia Island, Serengeti
Africa/Addis_Ababa: Tigray, Oromia, Amhara, Ogaden
Africa/Mogadishu: Somaliland, Puntland
Africa/Nairobi: Masai Mara, Maasai Mara
Africa/Johannesburg: Transvaal, Zululand, KwaZulu, Cape Province
Africa/Lubumbashi: Katanga, Kivu, Shaba, Orientale, Kasaï-Occidental
Africa/Lagos: Biafra
Africa/Luanda: Cabinda
Indian/Antananarivo: Nosy Be
Indian/Mauritius: Rodrigues
Indian/Mahe: Mahé, Praslin, La Digue
Asia/Kolkata: Andaman, Andamans, Nicobar, Andaman Islands, Nicobar Islands, Lakshadweep, Laccadives, Ladakh, Vidarbha, Malabar, Deccan, Konkan, Marathwada, Saurashtra, Kutch
Asia/Kolkata Asia/Karachi: Kashmir, Punjab
Asia/Kolkata Asia/Dhaka: Bengal
Asia/Dhaka: East Bengal, Chittagong Hill Tracts
Asia/Karachi: Azad Kashmir, Baluchistan, Gilgit-Baltistan
Asia/Shanghai: Tibet, Manchuria, Inner Mongolia, Hainan Island, Dongbei
Asia/Urumqi Asia/Shanghai: Xinjiang, East Turkestan
Asia/Tokyo: Honshu, Kyushu, Shikoku, Hokkaido, Okinawa, Ryukyu, Ryukyu Islands, Ogasawara, Bonin Islands, Kansai, Kinki, Tohoku, Kanto, Chubu, Chugoku Region, Ishigaki Island, Amami, Tsushima
Asia/Seoul: Jeju Island, Cheju, Ulleungdo
Asia/Taipei: Penghu, Pescadores, Matsu, Quemoy
Asia/Manila: Luzon, Palawan, Mindanao, Visayas, Mindoro, Cebu, Bohol, Leyte, Samar, Negros, Panay, Boracay, Siargao, Camiguin
Asia/Jakarta: Java, Sumatra, Jawa, Sumatera, Bintan, Batam Island, Madura, Bangka, Belitung, Bangka-Belitung, Nias, Riau Islands
Asia/Makassar: Bali, Lombok, Sulawesi, Celebes, Flores, Sumba, Sumbawa, West Timor, Komodo
Asia/Jayapura: Moluccas, Maluku Islands, Spice Islands, West Papua, Irian Jaya, Raja Ampat
Asia/Kuching Asia/Brunei Asia/Pontianak Asia/Makassar: Borneo
Asia/Pontianak Asia/Makassar: Kalimantan
Asia/Jayapura Pacific/Port_Moresby: New Guinea
Asia/Dili Asia/Makassar: Timor
Asia/Kuala_Lumpur: Penang, Langkawi, Tioman, Malaya, Peninsular Malaysia, West Malaysia, Redang
Asia/Kuching: East Malaysia
Asia/Singapore: Sentosa
Asia/Bangkok: Phuket, Koh Samui, Ko Samui, Koh Phangan, Koh Tao, Koh Chang, Phi Phi, Phi Phi Islands, Krabi Province, Isan, Isaan
Asia/Ho_Chi_Minh: Phu Quoc, Tonkin, Annam, Cochinchina, Con Dao
Asia/Phnom_Penh Asia/Vientiane Asia/Ho_Chi_Minh: Indochina
Australia/Hobart: Tasmania, Van Diemen's Land
Australia/Lord_Howe: Lord Howe Island
Australia/Sydney: New South Wales, Hunter Valley
Australia/Brisbane: Great Barrier Reef, Fraser Island, Sunshine Coast, Whitsundays, Whitsunday Islands
Australia/Adelaide: Kangaroo Island, Barossa
Australia/Perth: Kimberley Region, Pilbara, Rottnest Island
Antarctica/Macquarie: Macquarie Island
Pacific/Auckland: North Island, South Island, Stewart Island, Waiheke, Fiordland
Pacific/Chatham: Chatham, Chatham Islands
Pacific/Honolulu: Oahu, Kauai, Maui, Molokai, Lanai, Big Island, Hawaiian Islands, Johnston Island, Johnston Atoll
Pacific/Midway: Midway, Midway Islands, Midway Atoll
Pacific/Wake: Wake, Wake Island
Pacific/Tahiti: Moorea, Bora Bora, Society Islands, Tuamotu, Huahine, Raiatea
Pacific/Marquesas: Marquesas, Marquesas Islands
Pacific/Gambier: Gambier, Gambier Islands
Pacific/Galapagos: Galapagos, Galápagos Islands
Pacific/Easter: Easter Island, Rapa Nui, Isla de Pascua
Pacific/Guam: Marianas
Pacific/Saipan: Mariana Islands
Pacific/Tarawa: Gilbert Islands, Gilbert and Ellice Islands
Pacific/Funafuti: Ellice Islands
Pacific/Kanton: Canton and Enderbury Islands, Phoenix Islands
Pacific/Kiritimati: Christmas Atoll, Line Islands
Pacific/Noumea: Loyalty Islands
Pacific/Fiji: Viti Levu, Vanua Levu
Pacific/Bougainville: Bougainville
America/Vancouver: Vancouver Island, Haida Gwaii, Queen Charlotte Islands, Okanagan, Lower Mainland
America/Halifax: Cape Breton, Cape Breton Island, Acadia
America/Toronto: Southern Ontario
America/Iqaluit: Baffin Island
America/Los_Angeles: SoCal, NorCal, Silicon Valley, Bay Area, Pacific Northwest, Napa Valley, Catalina Island
America/New_York: Long Island, New England, Cape Cod, Nantucket, Martha's Vineyard, Hamptons, Upstate New York, Dixie, Delmarva, Outer Banks, Florida Keys, Carolinas
America/Chicago: Texas Panhandle, Ozarks
America/New_York America/Chicago: Midwest, Appalachia
America/Puerto_Rico: Vieques, Culebra Island
America/St_Thomas: Saint Croix Island, US Virgin Islands
America/Anchorage: Kodiak Island
America/Adak America/Nome: Aleutians, Aleutian Islands
America/Merida America/Cancun: Yucatan Peninsula
America/Cancun: Cozumel, Riviera Maya, Isla Mujeres
America/Tijuana: Baja California, Baja California Norte
America/Mazatlan: Baja Sur
America/Tijuana America/Mazatlan: Baja
America/Argentina/Buenos_Aires America/Argentina/Salta America/Argentina/Catamarca America/Argentina/Rio_Gallegos America/Argentina/Ushuaia America/Punta_Arenas America/Santiago America/Coyhaique: Patagonia
America/Argentina/Ushuaia America/Punta_Arenas: Tierra del Fuego
America/Noronha: Fernando de Noronha
America/Panama: Panama Canal Zone, Canal Zone
America/Kralendijk: Bonaire, Saba, Sint Eustatius, Statia, Caribbean Netherlands
America/Curacao: Netherlands Antilles, Dutch Antilles
America/Guyana: British Guiana, Demerara
America/Paramaribo: Dutch Guiana
America/Belize: British Honduras
America/Tegucigalpa: Roatan, Bay Islands
America/Managua: Corn Islands, Mosquito Coast
America/Bogota: San Andres Island, Providencia
America/Nassau: New Providence, Grand Bahama, Abaco, North Abaco, South Abaco, Exuma, Eleuthera
America/St_Vincent: Bequia, Mustique
Atlantic/Reykjavik: Westman Islands
Atlantic/South_Georgia: South Georgia
Atlantic/St_Helena: Saint Helena Island, Ascension, Ascension Island, Tristan da Cunha
Arctic/Longyearbyen: Svalbard Islands
Asia/Muscat: Ash Sharqiyah, Muscat and Oman, Dhofar
Asia/Dubai: Trucial States, Trucial Oman
Asia/Aden: North Yemen, South Yemen, Socotra
Asia/Tashkent: Turkestan
Asia/Almaty: South Kazakhstan, Semirechye
Asia/Thimphu: Druk Yul
Asia/Pyongyang: Chosun
Europe/London: Midlands
America/Los_Angeles: Hollywood
Antarctica/McMurdo: Amundsen-Scott, Amundsen-Scott South Pole, Amundsen-Scott South Pole Station
Europe/Brussels Europe/Amsterdam Europe/Luxembourg: Benelux, Low Countries
Europe/Tallinn Europe/Riga Europe/Vilnius: Baltics, Baltic States, Baltic Countries
Europe/Copenhagen Europe/Oslo Europe/Stockholm Europe/Helsinki Atlantic/Reykjavik: Nordics, Nordic Countries
Europe/Madrid Europe/Lisbon: Iberia, Iberian Peninsula
Europe/Belgrade Europe/Tirane Europe/Athens Europe/Sofia Europe/Bucharest Europe/Istanbul: Balkans
Asia/Tbilisi Asia/Yerevan Asia/Baku: South Caucasus, Transcaucasia
Africa/Casablanca Africa/Algiers Africa/Tunis Africa/Tripoli: Maghreb
Asia/Beirut Asia/Damascus Asia/Amman Asia/Jerusalem Asia/Hebron: Levant
Asia/Jerusalem Asia/Hebron: East Jerusalem
Africa/Addis_Ababa Africa/Mogadishu Africa/Djibouti Africa/Asmara: Horn of Africa
America/New_York: US East Coast, East Coast USA, East Coast US
America/Los_Angeles: US West Coast, West Coast USA, West Coast US
Europe/Riga: Aglonas, Aizputes, Aknīstes, Alojas, Alsungas, Amatas, Apes, Auces, Babītes, Baldones, Baltinavas, Beverīnas, Brocēnu, Burtnieku, Carnikavas, Cesvaines, Ciblas, Dagdas, Dundagas, Durbes, Engures, Ērgļu, Garkalnes, Grobiņas, Iecavas, Ikšķiles, Ilūkstes, Inčukalna, Jaunjelgavas, Jaunpiebalgas, Jaunpils, Kandavas, Kārsavas, Kocēnu, Kokneses, Krimuldas, Krustpils, Ķeguma, Lielvārdes, Līgatnes
Europe/Riga: Lubānas, Mazsalacas, Mālpils, Mērsraga, Naukšēnu, Neretas, Nīcas, Ozolnieku, Pārgaujas, Pāvilostas, Pļaviņu, Priekules, Priekuļu, Raunas, Riebiņu, Rojas, Rucavas, Rugāju, Rundāles, Rūjienas, Salas, Salacgrīvas, Sējas, Skrīveru, Skrundas, Stopiņu, Strenču, Tērvetes, Vaiņodes, Vārkavas, Vecpiebalgas, Vecumnieku, Viesītes, Viļakas, Viļānu, Zilupes, Aglona, Amata, Babīte, Baltinava
Europe/Riga: Beverīna, Burtnieki, Carnikava, Cibla, Durbe, Engure, Jaunpiebalga, Krimulda, Pārgauja, Rugāji, Rundāle, Stopiņi, Tērvete, Vārkava
Europe/Tirane: Bulqizë District, Delvinë District, Devoll District, Kolonjë District, Gramsh District, Kavajë District, Kurbin District, Kuçovë District, Krujë District, Librazhd District, Lushnjë District, Mallakastër District, Malësi e Madhe District, Mirditë District, Pogradec District, Peqin District, Përmet District, Pukë District, Skrapar District, Sarandë District, Tepelenë District, Tropojë District
Indian/Maldives: Addu, Addu Atoll, South Ari Atoll, North Ari Atoll, Felidhu Atoll, North Thiladhunmathi, Mulaku Atoll, North Maalhosmadulu, North Nilandhe Atoll, South Nilandhe Atoll, South Maalhosmadulu, South Thiladhunmathi, North Miladhunmadulu, South Miladhunmadulu, Male Atoll, North Huvadhu Atoll, South Huvadhu Atoll, Alif Dhaal, Alif Alif, Lhaviyani, Vaavu, Laamu, Haa Alif, Thaa, Meemu, Faafu, Dhaalu, Haa Dhaalu, Gaafu Alif, Gaafu Dhaalu, Gnaviyani
Atlantic/Reykjavik: Akrahreppur, Borgarfjarðarhreppur, Blönduósbær, Djúpavogshreppur, Fljótsdalshérað, Helgafellssveit, Húnavatnshreppur, Svalbarðshreppur, Seyðisfjarðarkaupstaður, Skútustaðahreppur, Sveitarfélagið Skagafjörður, Austur-Hérað, Biskupstungnahreppur, Capital Region of Iceland
Europe/Sarajevo: Una-Sana, Posavina, Tuzla Canton, Zenica-Doboj, Bosnian Podrinje, Central Bosnia, Herzegovina-Neretva, West Herzegovina, Sarajevo Canton, Canton 10
Europe/London: West Yorkshire, South Yorkshire, North Yorkshire Moors, Tyne and Wear, County Durham, Northamptonshire, Perthshire, Perthshire and Kinross, Ards, Down, Moyle, Ballymoney, Limavady, Craigavon, Coleraine, Magherafelt, Dungannon, Fermanagh, Newry and Mourne, North Down, Newtownabbey
Europe/London: Ealing, Havering, Hackney, Hillingdon, Hammersmith and Fulham, Haringey, Kensington and Chelsea, Lambeth, Lewisham, Merton, Newham, Redbridge, Richmond upon Thames, Southwark, Tower Hamlets, Waltham Forest, Wandsworth, Barking and Dagenham, Derry City and Strabane
Europe/Madrid: Cataluña, Comunidad Valenciana, Comunitat Valenciana, Islas Baleares, Illes Balears, Navarra, Nafarroa, Euskal Herria, Araba, País Vasco, Galiza, Castilla
Europe/Copenhagen: Midtjylland, Syddanmark, Hovedstaden, Nordjylland, Capital Region of Denmark, Region Zealand, Central Denmark, Southern Denmark
Europe/Rome: Val d'Aoste, Valle d'Aosta, Carbonia-Iglesias, Ogliastra, Olbia-Tempio, La Spezia Province, Medio Campidano
Europe/Paris: Languedoc-Roussillon, Nord-Pas-de-Calais Picardie, Alsace-Champagne-Ardenne-Lorraine
Europe/Athens: Aetolia-Acarnania, Boeotia, Phthiotis, Argolis, Arcadia, Achaea, Corinthia, Preveza, Larissa, Grevena, Imathia, Kozani, Serres, East Attica, Anatoliki Makedonia kai Thraki, Ionioi Nisoi
Europe/Helsinki: Finland Proper, Oulu Province, Eastern Finland, Western Finland, Southern Finland
Europe/Oslo: Tröndelag, Romssa ja Finnmárkku
Europe/Tallinn: Ida-Viru, Lääne-Viru
Europe/Zurich: Basel-Land, Basel-Stadt
Europe/Belgrade: Metohija, Ferizaj District, Đakovica District, Uroševac District
Europe/Vilnius: Birštono, Kalvarijos, Rietavo
Europe/Malta: Rabat Gozo
Europe/Minsk: Gomel Region, Grodno Region, Homyel
Africa/Juba: West Equatoria, East Equatoria, Central Equatoria, Warap, North Bahr-al-Ghazal, West Bahr-al-Ghazal, Bahr el Ghazal, Equatoria
Africa/Khartoum: Gezira, South Kordofan, North Kordofan, West Kordofan, South Kordufan, Gedarif, North Darfur, South Darfur, West Darfur
Africa/Johannesburg: Orange Free State, Natal Province
Africa/Windhoek: Caprivi, Kavango, Caprivi Strip
Africa/Gaborone: Ngamiland
Africa/Algiers: El Menia, Bordj Baji Mokhtar
Africa/Casablanca: Oued el Dahab, Marrakech-Tensift-Al Haouz, Laâyoune-Boujdour-Sakia El Hamra
Africa/Addis_Ababa: Benshangul-Gumaz, Gambela Peoples, Harari People, Tigrai
Africa/Lubumbashi: Kasaï-Oriental
Africa/Abidjan: Marahoué
Africa/Malabo: Bioko, Bioko Norte, Bioko Nord, Bioko Sud, Centro Sur, Rio Muni
Africa/Dar_es_Salaam: Zanzibar South, Zanzibar West, Zanzibar North
Africa/Tripoli: Ghadamis, Ash Shati'
Africa/Asmara: Semienawi K’eyyĭḥ Baḥri, Debubawi K’eyyĭḥ Baḥri
Indian/Comoro: Andjouân, Andjazîdja, Anjouan, Grande Comore
Asia/Beirut: Jabal Lubnān, Mount Lebanon, Al Biqā‘, Beqaa, Bekaa, Bekaa Valley, An Nabaţīyah, Ash Shimāl
Asia/Aden: Hadhramaut, Saada Governorate
Asia/Damascus: Al-Raqqah
Asia/Baghdad: Sala ad-Din, Al-Muthannia, At-Ta'mim
Asia/Tehran: Kohgiluyeh and Buyer Ahmad, Chahar Mahall and Bakhtiari, East Azarbaijan, West Azarbaijan
Asia/Kabul: Hilmand, Hirat, Jawzjan, Paktya
Asia/Muscat: Ad Dakhliyah, Al Dhahira, Al Batinah Region, Al Batnah
Asia/Riyadh: Al Quassim
Asia/Jerusalem: Tall Abīb, HaZafon
Asia/Tashkent: Surkhandarya
Asia/Samarkand: Kashkadarya
Asia/Dushanbe: Districts of Republican Subordination
Asia/Thimphu: Wangdue Phodrang, Trongsa
Asia/Karachi: Sind, Northern Areas, Azad Jammu and Kashmir, Islamabad Capital Territory
Asia/Kathmandu: Achham, Banke, Bhojpur, Gorkha
Asia/Colombo: Mullaittivu
Asia/Manila: Maguindanao, Shariff Kabunsuan
Asia/Seoul: Taegu-gwangyoksi, Inch'on-gwangyoksi, Kwangju-gwangyoksi
Asia/Jayapura: Irian Jaya Barat
Asia/Hong_Kong: Kwun Tong, Yau Tsim Mong, Kwai Tsing, Central and Western District, Islands District
Asia/Yangon: Naypyidaw Union Territory
Asia/Dili: Lautein, Oekusi-Ambenu
Pacific/Bougainville: North Solomons
Pacific/Majuro: Ralik Chain, Ratak Chain
Pacific/Honolulu Pacific/Midway Pacific/Wake: US Minor Islands
America/Port-au-Prince: L'Artibonite, Grandans, Lwès
America/Punta_Arenas: Magallanes y Antártica Chilena, Magallanes y de la Antártica Chilena
America/Bogota: San Andrés y Providencia
America/Panama: Kuna Yala, Emberá-Wounaan Comarca
America/Caracas: Federal Dependencies of Venezuela
America/Santo_Domingo: El Seybo, Bahoruco
America/Port_of_Spain: Rio Claro-Mayaro
America/Nassau: Acklins and Crooked Islands, Green Turtle Cay, Nichollstown and Berry Islands, San Salvador Island
Atlantic/Bermuda: Devonshire Parish, Hamilton Parish, Paget Parish, Sandys, Sandys Parish, Saint George's Parish, Smith's Parish, Warwick Parish
Europe/Berlin: Mecklenburg-Western Pomerania, Mecklenburg-West Pomerania, Western Pomerania
Europe/Zurich: Basel-Country, Basel-City, Basle
Europe/Madrid: Community of Madrid
Europe/Paris: Occitania
Europe/Warsaw: Masovia
Europe/Moscow: Karachay-Cherkessia, Franz Josef Land, Novaya Zemlya
Europe/Prague: South Moravia, North Moravia, South Bohemia, North Bohemia
Europe/London: Western Isles, Lundy
Europe/Guernsey: Sark, Herm
Asia/Shanghai: Szechuan, Szechwan, Shantung, Hupeh, Kwangtung, Kiangsu, Chekiang, Kiangsi, Kansu, Shansi, Shensi, Hopeh, Hopei, Kweichow, Anhwei, Heilungkiang, Fukien, Kwangsi
Asia/Kolkata: J&K, NCT of Delhi, Delhi NCR
Asia/Jakarta: Jakarta Special Capital Region
Africa/Lagos: FCT Abuja
America/Edmonton America/Inuvik: NWT
America/Thule: Thule Air Base, Thule AFB, Pituffik
America/Havana: Guantanamo Bay
America/Santiago: Juan Fernandez Islands, Juan Fernandez, Robinson Crusoe Island
Asia/Anadyr: Wrangel Island
Asia/Sakhalin: Sakhalin Island
Indian/Chagos: Diego Garcia
Indian/Reunion: Reunion Island
Atlantic/South_Georgia: King Edward Point, Grytviken
Pacific/Midway: Midway Island
Pacific/Chatham: Chatham Island
Pacific/Auckland: Kermadec, Kermadec Islands
Pacific/Tahiti: Austral Islands
Pacific/Palau: Palau Islands`
    .split('\n')
    .map((line) => {
      const [zones = '', names = ''] = line.split(': ')
      return { zones: zones.split(' '), names: names.split(', ') }
    })
