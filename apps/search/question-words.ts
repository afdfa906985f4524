// A question in another language → the same in the English words that the search knows: "hora en México" is "time in México". A row a language.

import { oncePer } from '#core/once-per.ts'
import { withPlainDigits } from './typed-moment.ts'

/** The words of a question in one language. Several words are one phrase; the longest phrase counts. */
interface QuestionWords {
  readonly time: string
  readonly now: string
  readonly today: string
  readonly tomorrow: string
  /** Monday to Sunday; other forms of a day behind a slash. */
  readonly days: string
  /** The word next to a day that makes it the one of next week. */
  readonly next?: string
  readonly noon?: string
  readonly midnight?: string
  /** "Time difference", "clock changes". */
  readonly difference: string
  readonly changes: string
  /** Words between the question and a name: "in", "of", "between", also with an article. */
  readonly before: string
  /** Articles of a name: "die Schweiz". With a hyphen, what is written together with the name. */
  readonly articles?: string
  /** Words between two names: "to", "and". */
  readonly between: string
  /** Words before a number that is a time. */
  readonly at?: string
  /** Words next to the hours before noon, and behind it. */
  readonly am?: string
  readonly pm?: string
  /** Words behind the hour of a clock, as in 15時 or 15 часов. */
  readonly hour?: string
  /** The hours from one to twelve in words; other forms behind a slash. */
  readonly hours?: string
  /** Words of a question that say nothing more: "which", "is", "the", "local". */
  readonly fillers?: string
  /** The ending of a name behind "in" or "of" → its ending when it stands alone. */
  readonly endings?: string
  /** Whether words are written without spaces. */
  readonly isUnspaced?: true
}

/** Phrases are parted by commas. */
const WORDS: Readonly<Record<string, QuestionWords>> = {
  es: {
    time: 'qué hora es, que hora es, qué horas son, qué hora tienen, hora actual, hora local, hora exacta, hora oficial, horario, huso horario, zona horaria, fecha y hora, hora, hora en punto',
    now: 'ahora mismo, en este momento, ahora',
    today: 'hoy',
    tomorrow: 'mañana',
    days: 'lunes, martes, miércoles/miercoles, jueves, viernes, sábado/sabado, domingo',
    difference:
      'diferencia horaria, diferencia de horario, diferencia de hora, diferencia de horas, diferencia de tiempo, cuántas horas de diferencia hay, horas de diferencia, diferencia',
    changes:
      'cambio de hora, cambio de horario, horario de verano, hora de verano, horario de invierno, cuándo se cambia la hora, cuándo cambia la hora, cuando cambia la hora',
    before: 'en, de, del, entre, para',
    articles: 'la, el, los, las',
    between: 'a, y, con, en, para',
    at: 'a las, a la, las, la una',
    am: 'de la mañana, de la madrugada',
    pm: 'de la tarde, de la noche',
    next: 'próximo, que viene',
    noon: 'mediodía',
    midnight: 'medianoche',
    hour: 'horas, hs',
    hours: 'una, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce',
    fillers:
      'cuál, cuáles, qué, cómo, cuánto, cuánta, cuántas, es, son, está, hay, tiene, la, el, se, actual, local, exacta, oficial, cuándo, dime, son qué, si, me, puedes, puede, podrías, decir, decirme, dice, saber, quiero, favor, por, allí, ahí, allá, sabes, horas, hay, de, cuando, online',
  },
  pt: {
    time: 'que horas são, que horas sao, que hora é, hora atual, hora local, hora certa, horário atual, horário local, horario de, horário, fuso horário, fuso horario, horas, hora, hora oficial, hora exata',
    now: 'agora mesmo, neste momento, agora',
    today: 'hoje',
    tomorrow: 'amanhã, amanha',
    days: 'segunda-feira/segunda, terça-feira/terça/terca, quarta-feira/quarta, quinta-feira/quinta, sexta-feira/sexta, sábado, domingo',
    difference:
      'diferença horária, diferença de horário, diferença de fuso horário, diferença de fuso, diferença de hora, diferença de horas, diferenca de horario, horas de diferença, diferença',
    changes:
      'horário de verão, horario de verao, mudança de hora, mudança da hora, hora de verão, quando muda a hora, quando começa o horário de verão, muda a hora',
    before: 'em, no, na, nos, nas, de, do, da, dos, das, entre, para',
    articles: 'o, a, os, as',
    between: 'para, a, e, em',
    at: 'às, as',
    am: 'da manhã, da madrugada',
    pm: 'da tarde, da noite',
    next: 'próxima, próximo, que vem',
    noon: 'meio-dia',
    midnight: 'meia-noite',
    hour: 'horas, hs',
    hours: 'uma, duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze',
    fillers:
      'qual, quais, que, como, quanto, quanta, quantas, é, são, está, há, tem, a, o, as, atual, local, certa, exata, oficial, quando, se, me, pode, podes, diz, diga, dizer, saber, quero, favor, por, lá, aí, sabe, horas, de, quando',
  },
  fr: {
    time: 'quelle heure est-il, quelle heure est il, quelle heure il est, il est quelle heure, heure actuelle, heure locale, heure exacte, heure légale, l’heure qu’il est, l’heure, heure, fuseau horaire, décalage avec, l’heure exacte, heure officielle, quelle heure est il, quelle heure fait-il, quelle heure',
    now: 'en ce moment, maintenant, actuellement',
    today: 'aujourd’hui',
    tomorrow: 'demain',
    days: 'lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche',
    difference:
      'décalage horaire, decalage horaire, différence d’heure, différence horaire, différence de temps, heures de décalage, d’heures de décalage, heures de différence, d’heures de différence, différence, décalage',
    changes:
      'heure d’été, heure été, heure d’hiver, changement d’heure, changements d’heure, quand change-t-on d’heure, passage à l’heure d’été, quand change l’heure, quand change t on d’heure',
    before: 'à, au, aux, en, dans, de, du, des, d’, entre, pour',
    articles: 'la, le, les, l’',
    between: 'à, et, vers, en, au',
    at: 'à',
    am: 'du matin',
    pm: 'de l’après-midi, du soir',
    next: 'prochain, prochaine',
    noon: 'midi',
    midnight: 'minuit',
    hour: 'heures, heure',
    hours: 'une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze',
    fillers:
      'quel, quelle, quels, quelles, est, c’est, est-ce, est-il, est il, il est, sera-t-il, combien, actuelle, locale, exacte, officielle, légale, quand, donc, la, le, l’, ça fait, y a-t-il, il y a, si, s’il, fait-il, fait, dis-moi, dites-moi, peux-tu, me, dire, savoir, là-bas, là, moi, stp, svp, d’heures, de, quand',
  },
  de: {
    time: 'wie spät ist es, wie viel uhr ist es, wieviel uhr ist es, wieviel uhr haben wir, aktuelle uhrzeit, genaue uhrzeit, aktuelle zeit, aktuelle ortszeit, ortszeit, uhrzeit, zeitzone, zeit, wie viel uhr, wieviel uhr, wie spät ist es gerade, wie spät ist’s, wie spät, zeitzonen, weltzeit',
    now: 'gerade, jetzt, aktuell, im moment',
    today: 'heute',
    tomorrow: 'morgen',
    days: 'montag, dienstag, mittwoch, donnerstag, freitag, samstag/sonnabend, sonntag',
    difference:
      'zeitverschiebung, zeitunterschied, zeitdifferenz, stundenunterschied, stunden unterschied, stunden zeitunterschied, zeitunterschiede, unterschied',
    changes:
      'zeitumstellung, sommerzeit, winterzeit, uhren umstellen, wann werden die uhren umgestellt, wann ist zeitumstellung, wann wird die uhr umgestellt, uhr umgestellt, uhrumstellung',
    before: 'in, im, von, vom, zwischen, auf, für, zu, nach',
    articles: 'der, die, das, den, dem',
    between: 'nach, und, in, zu, gegenüber',
    at: 'um',
    am: 'uhr morgens, uhr früh, morgens, früh, vormittags, uhr vormittags, nachts',
    pm: 'uhr nachmittags, uhr abends, nachmittags, abends',
    next: 'nächsten, nächster, kommenden',
    noon: 'mittag, mittags',
    midnight: 'mitternacht',
    hour: 'uhr',
    hours: 'eins/ein, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf',
    fillers:
      'was, ist, sind, es, wie, wieviel, wie viel, wie viele, welche, welcher, die, der, das, den, dem, ist es, haben wir, lokale, aktuelle, genaue, hiesige, wann, dann, denn, wenn, falls, haben, hat, man, da, dort, drüben, groß, mir, sag, sagen, kannst, du, bitte, gerade, uhr, stunden, bei, heißt, wären, wäre, online',
    endings: 'n , en es',
  },
  it: {
    time: 'che ora è, che ora e, che ore sono, che ora sono, ora attuale, ora locale, ora esatta, orario attuale, orario, fuso orario, ora, orario locale, ora ufficiale',
    now: 'adesso, in questo momento, ora',
    today: 'oggi',
    tomorrow: 'domani',
    days: 'lunedì/lunedi, martedì/martedi, mercoledì/mercoledi, giovedì/giovedi, venerdì/venerdi, sabato, domenica',
    difference:
      'differenza di fuso orario, differenza di fuso, differenza oraria, differenza di orario, differenza di ore, ore di differenza, differenza',
    changes:
      'cambio ora, cambio dell’ora, cambio dell’orario, ora legale, ora solare, quando cambia l’ora, cambia l’ora, quando si cambia l’ora, quando inizia l’ora legale',
    before:
      'a, ad, in, di, d’, del, della, dell’, degli, delle, nel, nella, nell’, negli, nelle, al, alle, tra, fra, nei, sul, sulla, sullo, sugli, sulle, sui, all’, allo, agli, ai, dal, dalla',
    articles: 'il, la, lo, i, gli, le, l’',
    between: 'a, e, in, con',
    at: 'alle ore, alle, all’, ore, le ore, le, dalle',
    am: 'di mattina, del mattino',
    pm: 'del pomeriggio, di pomeriggio, di sera',
    next: 'prossimo, prossima',
    noon: 'mezzogiorno',
    midnight: 'mezzanotte',
    hours: 'una, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici',
    fillers:
      'quale, qual, quali, che, è, sono, c’è, ci sono, quanto, quante, la, il, l’, attuale, locale, esatta, ufficiale, quando, se, mi, dici, dimmi, puoi, dirmi, sai, sapere, dire, lì, là, ore, di, ci, quando',
  },
  nl: {
    time: 'hoe laat is het, huidige tijd, lokale tijd, exacte tijd, plaatselijke tijd, tijdzone, tijd, hoe laat, actuele tijd, tijdzones',
    now: 'op dit moment, nu',
    today: 'vandaag',
    tomorrow: 'morgen',
    days: 'maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag, zondag',
    difference: 'tijdsverschil, tijdverschil, verschil in tijd, uur verschil, verschil',
    changes:
      'zomertijd, wintertijd, klok verzetten, wanneer gaat de klok vooruit, wanneer gaat de klok terug, wanneer gaat de zomertijd in, wanneer wordt de klok verzet, gaat de klok vooruit, gaat de klok terug',
    before: 'in, op, van, tussen, voor, naar',
    articles: 'de, het',
    between: 'naar, en, in, met',
    at: 'om',
    am: 'uur ’s ochtends, uur ’s morgens, ’s ochtends, ’s morgens, ’s nachts',
    pm: 'uur ’s middags, uur ’s avonds, ’s middags, ’s avonds',
    hour: 'uur',
    next: 'volgende, aanstaande, komende',
    noon: 'twaalf uur ’s middags',
    midnight: 'middernacht',
    hours: 'een/één, twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf',
    fillers:
      'wat, is, zijn, hoe, hoeveel, welke, de, het, is het, plaatselijke, lokale, huidige, actuele, exacte, wanneer, er, dan, als, daar, er, kun, je, zeggen, me, vertel, uur, dan, wanneer',
  },
  pl: {
    time: 'która jest godzina, ktora jest godzina, która godzina, ktora godzina, która godzina jest, aktualna godzina, aktualny czas, czas lokalny, dokładny czas, strefa czasowa, godzina, czas, która teraz godzina, lokalny czas, strefy czasowe',
    now: 'w tej chwili, teraz',
    today: 'dzisiaj, dziś, dzis',
    tomorrow: 'jutro',
    days: 'poniedziałek, wtorek, środa/środę, czwartek, piątek, sobota/sobotę, niedziela/niedzielę',
    difference:
      'różnica czasu, roznica czasu, różnica czasowa, różnica godzin, godzin różnicy, godziny różnicy, różnica',
    changes:
      'zmiana czasu, czas letni, czas zimowy, kiedy zmiana czasu, przestawianie zegarków, zmiany czasu, kiedy zmieniamy czas, kiedy przestawiamy zegarki, przestawiamy zegarki',
    before: 'w, we, na, do, między, miedzy, pomiędzy, dla',
    between: 'na, a, i, do, w, we',
    at: 'o godzinie, o',
    am: 'rano, w nocy, nad ranem',
    pm: 'po południu, wieczorem, w południe',
    endings:
      'iej a, dniu deń, i a, sce ska, szech chy, czech cy, cie t, dzie d, dzie da, cie ta, dze ga, rze r, rze ra, ce ka, le l, le ła, owie ów, ie , ie a, iu , iu io, niu ń, u , ji ja, ii ia, ach y, ach e, ech e, ych e, ym y, im i, ej a, iej ia, em , emem , y a, i ia, a , ą a, rzech ry, si ś, ich ie',
    next: 'przyszły, przyszłą, przyszła, następny, następną, najbliższy',
    noon: 'południe, w południe',
    midnight: 'północ, o północy',
    hours:
      'pierwszej/pierwsza, drugiej/druga, trzeciej/trzecia, czwartej/czwarta, piątej/piąta, szóstej/szósta, siódmej/siódma, ósmej/ósma, dziewiątej/dziewiąta, dziesiątej/dziesiąta, jedenastej/jedenasta, dwunastej/dwunasta',
    fillers:
      'jaki, jaka, jakie, jest, która, jest to, to, ile, wynosi, obecny, obecna, aktualny, aktualna, dokładny, dokładna, lokalny, kiedy, będzie, jeśli, jeżeli, gdy, tam, powiedz, mi, podaj, godzin, online',
  },
  ru: {
    time: 'который сейчас час, который час, сколько сейчас времени, сколько времени, сколько время, точное время, текущее время, местное время, время, часовой пояс, час, времени, какое время, какой час, часовые пояса',
    now: 'прямо сейчас, сейчас, в данный момент',
    today: 'сегодня',
    tomorrow: 'завтра',
    days: 'понедельник, вторник, среда/среду, четверг, пятница/пятницу, суббота/субботу, воскресенье',
    difference:
      'разница во времени, разница времени, разница по времени, разница в часах, разница в часовых поясах, часов разницы, часов разница, разница',
    changes:
      'перевод часов, летнее время, зимнее время, переход на летнее время, переход на зимнее время, когда переводят часы, когда переводят время, перевод времени, перевод стрелок',
    before: 'в, во, на, по, между, для, с',
    between: 'в, и, с, а',
    at: 'в',
    am: 'утра, часов утра, часа утра, ночи',
    pm: 'дня, часов дня, часа дня, вечера, часов вечера, часа вечера',
    hour: 'часов, часа, час, ч',
    endings:
      'е , е а, ии ия, и ь, и я, е я, е й, е ь, е о, ы а, ы , и а, а , я ь, я й, ой а, ом , ом о, ем ь, ем й, ью ь, ях и, ах ы, ах а, у , у а, ом ый, ом ой, ем ий, ой ая, ей я, ых ые, их ие, пте пет',
    next: 'следующий, следующую, следующее, следующая',
    noon: 'полдень, в полдень',
    midnight: 'полночь, в полночь',
    hours: 'один, два, три, четыре, пять, шесть, семь, восемь, девять, десять, одиннадцать, двенадцать',
    fillers:
      'какое, какой, какая, сколько, это, есть, будет, который, точное, местное, текущее, московское, когда, там, если, там, скажи, скажите, подскажите, мне, пожалуйста, у, них, часов, онлайн',
  },
  ja: {
    time: '今何時ですか, いま何時ですか, 何時ですか, 今何時, いま何時, 何時, 現在の時刻, 現在の時間, 現在時刻, 現在時間, 現地時刻, 現地時間, 今の時間, 今の時刻, タイムゾーン, 時間帯, 時刻, 時間, 何時でしょうか, 何時でしょう, 何時なの, 現地の時間, 標準時',
    now: '今の, 現在の, 現在, ただいま, いま, 今',
    today: '今日, 本日',
    tomorrow: '明日, あした',
    days: '月曜日/月曜, 火曜日/火曜, 水曜日/水曜, 木曜日/木曜, 金曜日/金曜, 土曜日/土曜, 日曜日/日曜',
    difference: '時差, 時間差, 何時間差, 何時間',
    changes: 'サマータイム, 夏時間',
    before: 'は, に, で, の',
    between: 'から, と',
    am: '午前, 朝, 早朝',
    pm: '午後, 夜, 夕方, 昼',
    hour: '時',
    endings: 'の , は , で , では , を , との , まで , に ',
    isUnspaced: true,
    next: '来週の, 来週, 次の',
    noon: '正午',
    midnight: '深夜0時',
    hours: '一, 二, 三, 四, 五, 六, 七, 八, 九, 十, 十一, 十二',
    fillers:
      'いつから, いつまで, はいつから, はいつ, いつ, ですか, か, 教えて, って, の間, 間, もし, なら, だったら, 何',
  },
  zh: {
    time: '现在几点了, 现在是几点, 现在几点钟, 现在几点, 几点了, 几点, 當前時間, 当前时间, 现在的时间, 现在时间, 当地时间, 本地时间, 標準時間, 時區, 时区, 時間, 时间, 現在幾點了, 現在是幾點, 現在幾點, 幾點了, 幾點, 現在時間, 當地時間, 幾點鐘, 几点钟, 什么时间, 什麼時間, 时刻',
    now: '现在, 現在, 目前',
    today: '今天, 今日',
    tomorrow: '明天, 明日',
    days: '星期一/周一/週一/礼拜一, 星期二/周二/週二/礼拜二, 星期三/周三/週三/礼拜三, 星期四/周四/週四/礼拜四, 星期五/周五/週五/礼拜五, 星期六/周六/週六/礼拜六, 星期日/星期天/周日/週日/礼拜天',
    difference:
      '时差, 時差, 相差几个小时, 相差几小时, 相差多少小时, 差几个小时, 差几小时, 相差幾小時, 几个小时, 几小时, 多少小时, 多少个小时, 幾個小時, 幾小時',
    changes: '夏令时, 夏令時, 夏时制, 夏時制, 夏令时间',
    before: '在, 是',
    between: '到, 和, 与, 與, 跟, 转, 換',
    am: '上午, 早上, 凌晨, 清晨, 早晨',
    pm: '下午, 晚上, 傍晚, 中午, 夜里',
    hour: '点钟, 點鐘, 点, 點, 时, 時',
    endings: '的 , 是 ',
    isUnspaced: true,
    next: '下, 下个, 下個',
    noon: '中午12点, 正午',
    midnight: '午夜, 半夜12点',
    hours: '一, 二/两/兩, 三, 四, 五, 六, 七, 八, 九, 十, 十一, 十二',
    fillers:
      '什么时候, 什麼時候, 何时, 何時, 开始, 開始, 结束, 的, 是, 等于, 等於, 是多少, 多少, 呢, 吗, 请问, 如果, 当, 當, 那么, 告诉我, 查询, 的话',
  },
  ko: {
    time: '지금 몇 시야, 지금 몇 시예요, 지금 몇 시, 지금 몇시, 몇 시예요, 몇 시야, 몇 시, 몇시, 현재 시간, 현재 시각, 현지 시간, 현지 시각, 현재시간, 현지시간, 시간대, 표준시, 시간, 시각, 몇 시예요, 몇 시에요, 몇 시인가요, 몇 시입니까, 몇 시죠, 몇시예요, 몇시에요, 몇시인가요, 몇시입니까, 몇시죠, 몇시야, 현지시각, 현재시각',
    now: '지금, 현재',
    today: '오늘',
    tomorrow: '내일',
    days: '월요일, 화요일, 수요일, 목요일, 금요일, 토요일, 일요일',
    difference: '시차, 시간 차이, 시간차, 몇 시간 차이, 몇 시간, 몇시간',
    changes: '서머타임, 썸머타임, 일광 절약 시간, 일광절약시간제, 일광절약시간',
    before: '는, 은, 에서, 에, 으로, 로',
    between: '에서, 과, 와, 랑, 하고',
    am: '오전, 아침, 새벽',
    pm: '오후, 저녁, 밤, 낮',
    hour: '시',
    endings: '의 , 은 , 는 , 에서 , 로 , 으로 , 에 , 이 , 가 ',
    isUnspaced: true,
    next: '다음 주, 다음주, 다음',
    noon: '정오',
    midnight: '자정',
    hours: '한, 두, 세, 네, 다섯, 여섯, 일곱, 여덟, 아홉, 열, 열한, 열두',
    fillers:
      '언제, 언제부터, 언제 시작, 시작, 이야, 인가요, 인가, 야, 요, 알려줘, 만약, 이면, 면, 일 때, 때, 좀',
  },
  ar: {
    time: 'كم الساعة الآن, كم الساعة الان, كم الساعة, كم الوقت الآن, كم الوقت, الساعة كم, الوقت الحالي, الوقت الآن, الوقت المحلي, التوقيت المحلي, التوقيت, بتوقيت, توقيت, المنطقة الزمنية, الوقت, وقت, الساعة الآن, الساعة, ما الوقت, ما هو الوقت, كم الوقت الان, الوقت الان, الساعة الان, الساعه الان, الساعه, كم الساعه',
    now: 'الآن, الان, حاليا, حالياً',
    today: 'اليوم',
    tomorrow: 'غدا, غداً, بكرة',
    days: 'الاثنين/الإثنين/يوم الاثنين, الثلاثاء/يوم الثلاثاء, الأربعاء/الاربعاء/يوم الأربعاء, الخميس/يوم الخميس, الجمعة/يوم الجمعة, السبت/يوم السبت, الأحد/الاحد/يوم الأحد',
    difference:
      'فرق التوقيت, فارق التوقيت, فرق الوقت, فارق الوقت, الفرق الزمني, الفرق في التوقيت, فروق التوقيت, كم الفرق',
    changes:
      'التوقيت الصيفي, توقيت صيفي, تغيير الساعة, تغيير التوقيت, متى يتغير التوقيت, متى تتغير الساعة, موعد تغيير الساعة, متى يبدأ التوقيت الصيفي, توقيت الصيف',
    before: 'في, بين, من',
    articles: 'ب-, ال-, بال-, لل-, ل-',
    between: 'إلى, الى, و',
    at: 'الساعة, عند الساعة',
    am: 'صباحا, صباحاً, ص, الصبح, فجرا',
    pm: 'مساء, مساءً, م, ظهرا, عصرا, المساء, ليلا, بعد الظهر, العصر',
    next: 'القادم, المقبل, القادمة, المقبلة',
    noon: 'الظهر',
    midnight: 'منتصف الليل',
    hours:
      'الواحدة, الثانية, الثالثة, الرابعة, الخامسة, السادسة, السابعة, الثامنة, التاسعة, العاشرة, الحادية عشرة, الثانية عشرة',
    fillers:
      'ما, ما هو, ما هي, هو, هي, كم, متى, المحلي, الحالي, تكون, مدينة, دولة, إذا, لو, كانت, كان, هناك, من فضلك, أريد, معرفة, يكون',
  },
  uk: {
    time: 'котра зараз година, котра година, скільки годин, точний час, поточний час, місцевий час, часовий пояс, час',
    now: 'зараз',
    today: 'сьогодні',
    tomorrow: 'завтра',
    days: 'понеділок, вівторок, середа/середу, четвер, п’ятниця/п’ятницю, субота/суботу, неділя/неділю',
    difference: 'різниця в часі, різниця у часі',
    changes: 'переведення годинників, літній час, зимовий час',
    before: 'в, у, на, по, між, для',
    between: 'в, у, і, та, з',
    at: 'о, об',
    hour: 'година, годин',
    endings: 'єві їв, єві иїв, і , і а, ії ія, і я, ї я, у , ю ь, ах и, ою а, ом , ові ів',
  },
  cs: {
    time: 'kolik je teď hodin, kolik je hodin, aktuální čas, přesný čas, místní čas, časové pásmo, čas',
    now: 'právě teď, teď, nyní',
    today: 'dnes',
    tomorrow: 'zítra',
    days: 'pondělí, úterý, středa/středu, čtvrtek, pátek, sobota/sobotu, neděle/neděli',
    difference: 'časový rozdíl, časový posun, rozdíl času',
    changes: 'změna času, letní čas, zimní čas',
    before: 'v, ve, na, do, mezi, pro',
    between: 'do, a, na',
    at: 'v, o',
    endings: 'ě , ě a, e a, ze ha, ze ga, u , u o, i , ii ie, em , ích y, ách y',
  },
  sv: {
    time: 'hur mycket är klockan, vad är klockan, aktuell tid, lokal tid, exakt tid, tidszon, klockan, tid',
    now: 'just nu, nu',
    today: 'idag, i dag',
    tomorrow: 'imorgon, i morgon',
    days: 'måndag, tisdag, onsdag, torsdag, fredag, lördag, söndag',
    difference: 'tidsskillnad, tidsskillnaden',
    changes: 'sommartid, vintertid, tidsomställning',
    before: 'i, på, mellan, för',
    between: 'till, och, i',
    at: 'klockan, kl',
  },
  da: {
    time: 'hvad er klokken, aktuel tid, lokal tid, tidszone, klokken, tid',
    now: 'lige nu, nu',
    today: 'i dag',
    tomorrow: 'i morgen',
    days: 'mandag, tirsdag, onsdag, torsdag, fredag, lørdag, søndag',
    difference: 'tidsforskel, tidsforskellen',
    changes: 'sommertid, vintertid',
    before: 'i, på, mellem, for',
    between: 'til, og, i',
    at: 'klokken, kl',
  },
  no: {
    time: 'hva er klokka, hva er klokken, lokal tid, tidssone, klokka, klokken, tid',
    now: 'akkurat nå, nå',
    today: 'i dag',
    tomorrow: 'i morgen',
    days: 'mandag, tirsdag, onsdag, torsdag, fredag, lørdag, søndag',
    difference: 'tidsforskjell, tidsforskjellen',
    changes: 'sommertid, vintertid',
    before: 'i, på, mellom, for',
    between: 'til, og, i',
    at: 'klokka, klokken, kl',
  },
  fi: {
    time: 'mitä kello on, paljonko kello on, kellonaika, paikallinen aika, aikavyöhyke, kello, aika',
    now: 'nyt',
    today: 'tänään',
    tomorrow: 'huomenna',
    days: 'maanantai/maanantaina, tiistai/tiistaina, keskiviikko/keskiviikkona, torstai/torstaina, perjantai/perjantaina, lauantai/lauantaina, sunnuntai/sunnuntaina',
    difference: 'aikaero',
    changes: 'kesäaika, talviaika, kellojen siirto',
    before: '',
    between: 'ja',
    at: 'klo, kello',
    endings: 'ngissä nki, ngissa nki, gissa ki, ossa o, ssa , ssä , issa i, issä i, lla , llä , n ',
  },
  tr: {
    time: 'şu an saat kaç, saat kaç, yerel saat, şu anki saat, saat dilimi, saati, saat',
    now: 'şu anda, şu an, şimdi',
    today: 'bugün',
    tomorrow: 'yarın',
    days: 'pazartesi, salı, çarşamba, perşembe, cuma, cumartesi, pazar',
    difference: 'saat farkı, zaman farkı',
    changes: 'yaz saati, kış saati',
    before: '',
    between: 've, ile',
    endings: 'da , de , ta , te , ’da , ’de , ’ta , ’te ',
  },
  hu: {
    time: 'hány óra van, mennyi az idő, pontos idő, helyi idő, időzóna, idő, óra',
    now: 'most, jelenleg',
    today: 'ma',
    tomorrow: 'holnap',
    days: 'hétfő/hétfőn, kedd/kedden, szerda/szerdán, csütörtök/csütörtökön, péntek/pénteken, szombat/szombaton, vasárnap',
    difference: 'időeltolódás, időkülönbség',
    changes: 'óraátállítás, nyári időszámítás, téli időszámítás',
    before: '',
    articles: 'az, a',
    between: 'és',
    endings: 'ban , ben , on , en , ön , n , ában a, ében e',
  },
  ro: {
    time: 'cât e ceasul, cat e ceasul, ce oră este, ce ora este, ce oră e, ce ora e, ora exactă, ora exacta, ora locală, fus orar, ora, oră',
    now: 'acum',
    today: 'astăzi, azi',
    tomorrow: 'mâine, maine',
    days: 'luni, marți, miercuri, joi, vineri, sâmbătă, duminică',
    difference: 'diferență de fus orar, diferența de fus orar, diferență de oră, diferența de oră',
    changes: 'schimbarea orei, ora de vară, ora de iarnă',
    before: 'în, in, la, din, de, între',
    between: 'și, la',
    at: 'la, ora',
  },
  el: {
    time: 'τι ώρα είναι τώρα, τι ώρα είναι, ακριβής ώρα, τοπική ώρα, ζώνη ώρας, ώρα',
    now: 'τώρα',
    today: 'σήμερα',
    tomorrow: 'αύριο',
    days: 'δευτέρα, τρίτη, τετάρτη, πέμπτη, παρασκευή, σάββατο, κυριακή',
    difference: 'διαφορά ώρας',
    changes: 'αλλαγή ώρας, θερινή ώρα, χειμερινή ώρα',
    before: 'στο, στη, στην, στον, στις, στα, του, της, μεταξύ',
    between: 'και, με, σε',
    at: 'στις',
    endings: 'ου ο, ου ος, ο ος, ας α, ης η',
  },
  id: {
    time: 'jam berapa sekarang, jam berapa, pukul berapa, waktu saat ini, waktu setempat, waktu sekarang, zona waktu, waktu, jam, masa',
    now: 'saat ini, sekarang',
    today: 'hari ini',
    tomorrow: 'besok, esok',
    days: 'senin/isnin, selasa, rabu, kamis/khamis, jumat/jumaat, sabtu, minggu/ahad',
    difference: 'perbedaan waktu, selisih waktu, beza waktu',
    changes: 'waktu musim panas',
    before: 'di, antara, untuk',
    between: 'ke, dan',
    at: 'pukul, jam',
  },
  vi: {
    time: 'bây giờ là mấy giờ, mấy giờ rồi, mấy giờ, giờ hiện tại, giờ địa phương, thời gian, múi giờ, giờ',
    now: 'bây giờ, hiện tại, hiện nay',
    today: 'hôm nay',
    tomorrow: 'ngày mai',
    days: 'thứ hai, thứ ba, thứ tư, thứ năm, thứ sáu, thứ bảy, chủ nhật',
    difference: 'chênh lệch múi giờ, chênh lệch giờ, chênh lệch thời gian, lệch múi giờ',
    changes: 'giờ mùa hè, đổi giờ',
    before: 'ở, tại, giữa, của',
    between: 'và, với, sang',
    at: 'lúc',
  },
  th: {
    time: 'ตอนนี้กี่โมง, กี่โมงแล้ว, กี่โมง, เวลาปัจจุบัน, เวลาท้องถิ่น, เขตเวลา, เวลา',
    now: 'ตอนนี้, ขณะนี้',
    today: 'วันนี้',
    tomorrow: 'พรุ่งนี้',
    days: 'วันจันทร์, วันอังคาร, วันพุธ, วันพฤหัสบดี, วันศุกร์, วันเสาร์, วันอาทิตย์',
    difference: 'ความแตกต่างของเวลา, เวลาต่างกัน',
    changes: 'เวลาออมแสง',
    before: 'ใน, ที่, ของ',
    between: 'กับ, และ',
    isUnspaced: true,
  },
  he: {
    time: 'מה השעה עכשיו, מה השעה, שעון מקומי, אזור זמן, השעה, שעה, שעון, זמן',
    now: 'עכשיו, כרגע, כעת',
    today: 'היום',
    tomorrow: 'מחר',
    days: 'יום שני, יום שלישי, יום רביעי, יום חמישי, יום שישי, יום שבת, יום ראשון',
    difference: 'הפרש שעות, הפרשי שעות, הפרש השעות',
    changes: 'שעון קיץ, שעון חורף',
    before: 'של, בין',
    articles: 'ב-, ל-, ה-',
    between: 'לבין',
    at: 'בשעה',
  },
  hi: {
    time: 'कितने बजे हैं, कितने बजे, वर्तमान समय, स्थानीय समय, समय क्षेत्र, समय क्या है, समय, टाइम',
    now: 'अभी, इस समय',
    today: 'आज',
    tomorrow: 'कल',
    days: 'सोमवार, मंगलवार, बुधवार, गुरुवार, शुक्रवार, शनिवार, रविवार',
    difference: 'समय का अंतर, समय में अंतर',
    changes: 'डेलाइट सेविंग टाइम',
    before: '',
    between: 'और, से',
    hour: 'बजे',
    endings: 'में , का , के ',
  },
}

/** Lists of phrases → what each of their phrases asks in English. What stands first counts where two lists have a phrase. */
const MEANINGS = [
  ['changes', 'clock changes'],
  ['difference', 'time difference'],
  ['time', 'time'],
  ['now', 'now'],
  ['today', 'today'],
  ['tomorrow', 'tomorrow'],
  ['noon', 'noon'],
  ['midnight', 'midnight'],
] as const

const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((phrase) => plain(phrase.trim()))
    .filter((phrase) => phrase !== '')

/** The phrases of a list. Those of alphabets with marks stand there without their marks too, as people type in haste: "roznica". */
const phrases = (text?: string): string[] => [
  ...new Set(
    listOf(text).flatMap((phrase) => (MARKED.test(phrase) ? [phrase, withoutMarks(phrase)] : phrase)),
  ),
]
/** Phrases that ask. A short word without its mark is another one: "nå" is "now", and "na" stands in names. */
const askingPhrases = (text?: string): string[] => {
  const written = new Set(listOf(text))
  return phrases(text).filter((phrase) => written.has(phrase) || phrase.length >= SHORTEST_UNMARKED)
}
const SHORTEST_UNMARKED = 4
const MARKED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]/u
const withoutMarks = (phrase: string): string =>
  phrase.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').normalize('NFC')

/** A text with the apostrophe and the digits of every keyboard. Letters keep their marks: "mañana". */
const plain = (text: string): string => withPlainDigits(text.normalize('NFC').replaceAll('’', "'"))

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
/** A pattern for any of some words, the longest first. Without words nothing fits. */
const anyOf = (words: readonly string[]): string =>
  words.length === 0
    ? '(?!)'
    : words
        .toSorted((one, other) => other.length - one.length)
        .map(escaped)
        .join('|')

const [BEGINS, ENDS] = [String.raw`(?<![\p{L}\p{M}\p{N}])`, String.raw`(?![\p{L}\p{M}\p{N}])`]

/** A language, as it is used. */
type Language = ReturnType<typeof languageOf>

function languageOf(words: QuestionWords) {
  const { isUnspaced = false } = words
  const meanings = new Map<string, string>()
  const mean = (text: string | undefined, meaning: string): void => {
    for (const phrase of askingPhrases(text)) if (!meanings.has(phrase)) meanings.set(phrase, ` ${meaning} `)
  }
  for (const [list, meaning] of MEANINGS) mean(words[list], meaning)
  if (!isUnspaced) mean(words.next, 'next')
  for (const [index, forms] of listOf(words.days).entries())
    for (const day of forms.split('/')) {
      mean(day, DAYS[index] ?? '')
      // Here the word stands before the day, and alone it is a part of others: 下.
      for (const next of isUnspaced ? listOf(words.next) : [])
        mean(`${next}${day}, ${next} ${day}`, `next ${DAYS[index]}`)
    }
  const whole = (list: readonly string[]): string =>
    isUnspaced ? `(?:${anyOf(list)})` : `${BEGINS}(?:${anyOf(list)})${ENDS}`
  const [am, pm, hour, at] = [phrases(words.am), phrases(words.pm), phrases(words.hour), phrases(words.at)]
  const half = [...am, ...pm]
  /** Words of a list at the beginning of a text. */
  const leading = (list: readonly string[]): RegExp => {
    const [joined, parted] = [true, false].map((is) =>
      anyOf(list.filter((word) => (isUnspaced || word.endsWith("'")) === is)),
    )
    return new RegExp(`^(?:(?:${joined}|(?:${parted})(?: |$)) ?)+`, 'iu')
  }
  const [before, between, fillers] = [phrases(words.before), phrases(words.between), phrases(words.fillers)]
  const hours = new Map(
    listOf(words.hours).flatMap((forms, index) =>
      phrases(forms.replaceAll('/', ',')).map((form) => [form, String(index + 1)] as const),
    ),
  )
  return {
    meanings,
    asking: new RegExp(whole([...meanings.keys()]), 'giu'),
    am: new Set(am),
    hours,
    /** An hour in words, next to a word that says that it is one: 下午三点, "a las tres". */
    spelt: new RegExp(
      `(?<=${whole(at)} ?)${whole([...hours.keys()])}|${isUnspaced ? '' : BEGINS}(?:${anyOf([...hours.keys()])})(?= ?${whole(isUnspaced ? hour : [...hour, ...half])})`,
      'giu',
    ),
    /** 午後3時30分, 3 часа дня, 15時半, "a las 15": the half of the day, the hour and the minute. */
    clock: new RegExp(
      `(?<at>${whole(at)} ?(?=\\d))?(?<before>${anyOf(half)})? ?(?<![\\d:])(?<hour>\\d{1,2})(?:[:.](?<colon>\\d\\d))?(?: ?h(?= (?:${anyOf(half)})))?(?:(?: ?(?<unit>${anyOf(hour)})${isUnspaced ? '' : ENDS})(?: ?(?<minute>\\d{1,2})(?![\\d:])[分분]?| ?(?<half>半|반))?)?(?![\\d:]| ?h(?:\\d|${ENDS}))(?: ?(?<behind>${anyOf(half)})${isUnspaced ? '' : ENDS})?`,
      'giu',
    ),
    /** A word before a number that English knows as a time itself: "às 9h". */
    beforeHour: new RegExp(`${whole(at)} ?(?=\\d)`, 'giu'),
    before: leading(before),
    toNext: leading(between),
    leading: leading([...fillers, ...before]),
    trailing: new RegExp(`${isUnspaced ? '' : '(?:^| )'}(?:${anyOf(fillers)})$`, 'iu'),
    articles: phrases(words.articles),
    between: between.map((word) =>
      isUnspaced ? word : word === 'و' ? / و ?(?=\p{L})/u : new RegExp(` ${escaped(word)} `, 'iu'),
    ),
    endings: (words.endings ?? '')
      .split(', ')
      .filter((pair) => pair !== '')
      .map((pair): readonly [from: string, to: string] => {
        const [from = '', to = ''] = pair.split(' ')
        return [from, to]
      }),
    /** Words that stand before names; of languages with the same word for "time" these decide. */
    around: isUnspaced ? null : new RegExp(whole([...before, ...between]), 'giu'),
    isUnspaced,
  }
}

/** Patterns take long to make, and most languages are never asked in. */
const readLanguage = oncePer(languageOf)

/** The words by which a language is recognized. */
interface Signs {
  readonly words: QuestionWords
  /** The first words of all phrases that ask, and all words next to an hour: a text without any is not in this language. */
  readonly asks: ReadonlySet<string>
  readonly joins: readonly string[]
}

function signsOf(words: QuestionWords): Signs {
  const lists = [
    ...MEANINGS.map(([list]) => words[list]),
    words.days,
    words.next,
    words.am,
    words.pm,
    words.hour,
  ]
  return {
    words,
    asks: new Set(
      lists
        .flatMap((list) => askingPhrases(list?.replaceAll('/', ',')))
        .map((phrase) => tokensOf(phrase).find((word) => word !== '') ?? ''),
    ),
    joins: phrases(words.between),
  }
}

let allSigns: readonly Signs[] | null = null

/** Which texts are names. */
interface Names {
  /** Whether a text is a name as it stands: "La Paz". */
  readonly isListed: (text: string) => boolean
  /** Whether a text is a name, with parts that narrow it: "Paris, Texas". */
  readonly isName: (text: string) => boolean
}

/**
 * A question in the language whose words it has, with these words in English and names as they stand alone: "время в Москве" is "time in
 * Москва". Null for a text that has no word of a question in any of the languages.
 */
export function inEnglish(sent: string, names: Names): string | null {
  allSigns ??= Object.values(WORDS).map(signsOf)
  const text = plain(sent)
  const tokens = [...new Set(tokensOf(text))]
  const isUnspaced = UNSPACED.test(text)
  let [most, best]: [number, Language | null] = [0, null]
  for (const { words, asks } of allSigns) {
    if (words.isUnspaced === true ? !isUnspaced : !tokens.some((token) => asks.has(token))) continue
    const language = readLanguage(words)
    let said = 0
    for (const [phrase] of text.matchAll(language.asking)) said += phrase.length
    for (const { 0: whole, groups = {} } of withHours(text, language).matchAll(language.clock))
      said +=
        groups['unit'] === undefined && groups['before'] === undefined && groups['behind'] === undefined
          ? 0
          : whole.length
    if (said > 0 && language.around !== null) said += (text.match(language.around)?.length ?? 0) / 100
    if (said > most) [most, best] = [said, language]
  }
  if (best !== null) return translated(text, best, names)
  // "15:00 Madrid a Tokio" has no other word of a question.
  if (!TIME.test(text) || ENGLISH.test(text)) return null
  for (const { words, joins } of allSigns) {
    const english = joins.some((word) => tokens.includes(word))
      ? translated(text, readLanguage(words), names)
      : ''
    if (english.includes(' to ')) return english
  }
  return null
}

/** The words of a text. */
const tokensOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)

/** Scripts whose words have no spaces between them, and Korean, whose particles have none. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** A time with words that are English between names. */
const ENGLISH = /\s(?:to|in|and|vs)\s/i

/** The named groups come last. */
const isGroups = (value: unknown): value is Record<string, string | undefined> =>
  typeof value === 'object' && value !== null

/** A text with hours as numbers. */
const withHours = (text: string, { spelt, hours }: Language): string =>
  hours.size === 0 ? text : text.replace(spelt, (word) => hours.get(word.toLowerCase()) ?? word)

/** A text with times as English has them: 午後3時30分 is 3:30 pm. */
const withTimes = (text: string, language: Language): string =>
  withHours(text, language)
    .replace(language.clock, (...found: unknown[]) => {
      const [whole, groups] = [String(found[0]), found.at(-1)]
      const its = isGroups(groups) ? groups : {}
      const half = its['before'] ?? its['behind']
      if (half === undefined && its['unit'] === undefined && its['at'] === undefined) return whole
      const said = its['colon'] ?? (its['half'] === undefined ? its['minute'] : '30') ?? '00'
      const isOf12 = Number(its['hour']) <= 12 && half !== undefined
      const name = isOf12 ? (language.am.has(half.toLowerCase()) ? ' am' : ' pm') : ''
      return ` ${its['hour']}:${said.padStart(2, '0')}${name} `
    })
    .replace(language.beforeHour, '')

/** "Martes próximo". */
const NEXT_BEHIND = new RegExp(`\\b(${DAYS.join('|')}) next\\b`, 'g')

function translated(text: string, language: Language, names: Names): string {
  const { asking, meanings } = language
  const timed = withTimes(text, language)
  const isTimed = TIME.test(timed)
  let [english, at, isPlaced] = ['', 0, false]
  const add = (chunk: string, meaning: string): void => {
    const said = namesIn(chunk, language, names)
    // "15h à Paris, quelle heure à New York" asks from Paris to New York.
    const isAsked = meaning === ' time ' && isPlaced && said !== ''
    english += `${isAsked ? ' to ' : meaning} ${isAsked ? said.replace(/^in /, '') : said} `
    isPlaced ||= isTimed && said.replace(TIME, '').trim() !== ''
  }
  let meaning = ''
  for (const { 0: phrase, index } of timed.matchAll(asking)) {
    add(timed.slice(at, index), meaning)
    meaning = meanings.get(phrase.toLowerCase()) ?? ''
    at = index + phrase.length
  }
  add(timed.slice(at), meaning)
  return english.replace(/\s+/g, ' ').replace(NEXT_BEHIND, 'next $1').trim()
}

/** A time among the words between two words of a question. */
const TIME = /\d{1,2}(?::\d\d(?: [ap]m\b)?|[h.]\d\d| ?(?:uhr|h|[ap]m)\b)/i

/** The names between two words of a question, with English words before and between them. */
function namesIn(chunk: string, language: Language, names: Names): string {
  const words = chunk
    .replace(/[?!¿¡،。？]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,、，]+|[\s,、，]+$/g, '')
  const time = TIME.exec(words)
  if (time !== null) {
    const [before, behind] = [words.slice(0, time.index), words.slice(time.index + time[0].length)]
    const from = namesIn(before, language, names)
    const to = behind.trim().replace(language.toNext, '')
    // "Berlin 15 Uhr nach Tokio": the word between two names stands behind the time.
    const isTo =
      to !== behind.trim() &&
      [from.replace(/^in /, ''), to].every((name) => nameOf(name, language, names) !== null)
    return [
      from,
      time[0],
      isTo ? `to ${namesIn(to, language, names)}` : namesIn(behind, language, names),
    ].join(' ')
  }
  if (words === '' || (words.replace(language.leading, '') === '' && !/^[A-Z]+$/.test(words))) return ''
  // A particle without a space may be the beginning of a name.
  if (language.isUnspaced && nameOf(words, language, names) !== null)
    return sidesOf(words, language, names) ?? words
  const bare = words.replace(language.before, '').trim()
  const sides = sidesOf(bare, language, names)
  if (sides !== null) return `${bare === words ? '' : 'in '}${sides}`
  let shorter = words.replace(language.leading, '').trim()
  for (let last = ''; last !== shorter;)
    [last, shorter] = [shorter, shorter.replace(language.trailing, '').trim()]
  if (shorter === '') return ''
  const others = sidesOf(shorter, language, names)
  return others === null ? `${bare === words ? '' : 'in '}${bare}` : `in ${others}`
}

/** One name, or two with "to" between them. Null if the words are no names. */
function sidesOf(words: string, language: Language, names: Names): string | null {
  const one = nameOf(words, language, names)
  if (one !== null) return one
  for (const between of language.between) {
    const parts = words.split(between)
    for (let index = 1; index < Math.min(parts.length, 4); index++) {
      const joint = typeof between === 'string' ? between : ' '
      const [from, to] = [parts.slice(0, index).join(joint), parts.slice(index).join(joint)].map((part) =>
        nameOf(part.trim().replace(language.before, ''), language, names),
      )
      if (from != null && to != null) return `${from} to ${to}`
    }
  }
  return language.isUnspaced ? null : twoNames(words.split(' '), language, names)
}

/** Two names with no word between them, each written out: "fuso orario Italia Thailandia". */
function twoNames(words: readonly string[], language: Language, names: Names): string | null {
  for (let index = 1; index < Math.min(words.length, 4); index++) {
    const sides = [words.slice(0, index), words.slice(index)].map((side) => {
      const name = nameOf(side.join(' '), language, names)
      return name !== null && name.length >= 4 && !name.includes("'") && names.isListed(name) ? name : null
    })
    if (sides.every((name) => name !== null)) return sides.join(' to ')
  }
  return null
}

/** Words as a name that stands alone: without its article, and with the ending that it has there. Null if they are no name. */
function nameOf(words: string, language: Language, names: Names): string | null {
  const { articles, endings, isUnspaced } = language
  if (words === '') return null
  if (names.isListed(words)) return words
  for (const article of articles) {
    const [prefix = ''] = article.split('-')
    const bare = words.toLowerCase().startsWith(prefix) ? words.slice(prefix.length) : words
    const isParted = article.endsWith("'") || article.endsWith('-') || bare.startsWith(' ')
    const its = bare !== words && isParted ? nameOf(bare.trim(), language, names) : null
    if (its !== null) return its
  }
  if (names.isName(words)) return words
  const endedOtherwise = (word: string): string[] =>
    endings.flatMap(([from, to]) =>
      word.endsWith(from) && word.length >= from.length ? word.slice(0, word.length - from.length) + to : [],
    )
  /** "Ростове-на-Дону": the ending stands before the first hyphen, or at the end. */
  const formsOf = (word: string): string[] => {
    const [first = '', rest = ''] = /^([^-]+)(-.+)$/.exec(word)?.slice(1) ?? []
    return [word, ...endedOtherwise(word), ...endedOtherwise(first).map((its) => its + rest)]
  }
  if (isUnspaced)
    return (
      formsOf(words)
        .map((form) => form.trim())
        .find(names.isName) ?? null
    )
  // "All'Avana" is in L'Avana.
  const withArticle = articles.map((article) => `${article}${article.endsWith("'") ? '' : ' '}${words}`)
  const whole = withArticle.find(names.isListed)
  if (whole !== undefined) return whole
  if (endings.length === 0) return null
  const all = words.split(' ')
  if (all.length > MOST_WORDS) return null
  let forms = ['']
  for (const word of all) forms = forms.flatMap((form) => formsOf(word).map((its) => `${form} ${its}`.trim()))
  return forms.find(names.isName) ?? null
}

/** Most words of a name with other endings. */
const MOST_WORDS = 3
