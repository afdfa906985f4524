// The tz source parser: what it reads and what it refuses, line by line.
import { describe, expect, test } from 'vitest'
import { SourceError } from '#pipeline/source-error.ts'
import { parseTzSource } from '#pipeline/parse/tz-source.ts'

const parse = (text: string, name = 'europe') => parseTzSource([{ name, text }])

/** The SourceError for a wrong text. */
function refusal(text: string): SourceError {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
  throw new Error('the text was not refused')
}

const ZONE = 'Zone Test/Town 1:00 - CET\n'

/** Records without the lines of their source. */
const bare = (lines: unknown): unknown =>
  JSON.parse(JSON.stringify(lines, (key, value: unknown) => (key === 'source' ? undefined : value)))

/** A correct Rule line, with the given columns changed. */
const rule = (changes: Record<string, string>): string => {
  const columns = {
    keyword: 'Rule',
    name: 'EU',
    from: '1981',
    to: 'max',
    type: '-',
    month: 'Mar',
    on: 'lastSun',
    at: '1:00u',
    save: '1:00',
    letter: 'S',
    ...changes,
  }
  return `${Object.values(columns).join('\t')}\n`
}

describe('what is read', () => {
  test('a Rule line gives all its columns, its file and its line', () => {
    const text = `# comment\n\nRule\tEU\t1981\tmax\t-\tMar\tlastSun\t 1:00u\t1:00\tS # since 1981\n`
    expect(parse(text).rules).toEqual([
      {
        source: {
          file: 'europe',
          line: 3,
          text: 'Rule\tEU\t1981\tmax\t-\tMar\tlastSun\t 1:00u\t1:00\tS # since 1981',
        },
        name: 'EU',
        from: 1981,
        to: Infinity,
        month: 3,
        on: { kind: 'on-or-before', weekday: 0, day: 31 },
        at: 3600,
        clock: 'universal',
        save: 3600,
        isDst: true,
        letter: 'S',
      },
    ])
  })

  test('the compact form says the same in fewer letters', () => {
    const full = parse(
      'Rule EU 1981 only - March lastSunday 1:00u 1:00 S\nZone A/B 1:00 EU CE%sT 1990 October Sun>=1 1:00u\n\t\t2:00 - EET\nLink A/B C\n',
    )
    const compact = parse(
      'R EU 1981 o - Mar lastSu 1u 1 S\nZ A/B 1 EU CE%sT 1990 O Su>=1 1u\n2 - EET\nL A/B C\n',
    )
    expect(bare(compact)).toEqual(bare(full))
  })

  test.each([
    ['0', 0, 'wall'],
    ['-', 0, 'wall'],
    ['2', 7200, 'wall'],
    ['2:00w', 7200, 'wall'],
    ['24:00', 86_400, 'wall'],
    ['25:00s', 90_000, 'standard'],
    ['260:00', 936_000, 'wall'],
    ['-1:00', -3600, 'wall'],
    ['1:28:14', 5294, 'wall'],
    ['1g', 3600, 'universal'],
    ['1z', 3600, 'universal'],
    ['1u', 3600, 'universal'],
    ['00:19:32.13', 1172, 'wall'],
    ['0:00:01.5', 2, 'wall'],
    ['0:00:02.5', 2, 'wall'],
    ['0:00:02.51', 3, 'wall'],
    ['-0:00:02.6', -3, 'wall'],
  ])('AT %s is %i seconds on the %s clock', (at, seconds, clock) => {
    expect(parse(`Rule X 2000 only - Jan 1 ${at} 0 -\n`).rules[0]).toMatchObject({ at: seconds, clock })
  })

  test.each([
    ['1:00', 3600, true],
    ['0', 0, false],
    ['-', 0, false],
    ['-1:00', -3600, true],
    ['1:00s', 3600, false],
    ['-1s', -3600, false],
    ['0d', 0, true],
    ['0:20', 1200, true],
  ])('SAVE %s is %i seconds, daylight saving: %s', (save, seconds, isDst) => {
    expect(parse(`Rule X 2000 only - Jan 1 0 ${save} -\n`).rules[0]).toMatchObject({ save: seconds, isDst })
  })

  test.each([
    ['5', { kind: 'day', day: 5 }],
    ['lastSun', { kind: 'on-or-before', weekday: 0, day: 31 }],
    ['lastM', { kind: 'on-or-before', weekday: 1, day: 31 }],
    ['Su>=1', { kind: 'on-or-after', weekday: 0, day: 1 }],
    ['Su<=25', { kind: 'on-or-before', weekday: 0, day: 25 }],
    ['Saturday>=8', { kind: 'on-or-after', weekday: 6, day: 8 }],
  ])('ON %s is read', (on, expected) => {
    expect(parse(`Rule X 2000 only - Jan ${on} 0 0 -\n`).rules[0]?.on).toEqual(expected)
  })

  test('an UNTIL may stop after the year, and its clock may be UTC', () => {
    const { zones } = parse('Zone A/B 1 - CET 1990\n\t2 - EET 2000 Feb lastSun 1:00z\n\t3 - MSK\n')
    expect(zones[0]?.lines.map((line) => line.until)).toEqual([
      { year: 1990, local: Date.UTC(1990, 0, 1) / 1000, clock: 'wall' },
      { year: 2000, local: Date.UTC(2000, 1, 27, 1) / 1000, clock: 'universal' },
      null,
    ])
  })

  test('comments and blank lines may stand between a Zone line and its continuation', () => {
    expect(parse('Zone A/B 1 - CET 1990\n# why\n\n\t2 - EET\n').zones[0]?.lines).toHaveLength(2)
  })

  test('quotation marks protect spaces, and lines may end in CR LF', () => {
    expect(parse('Zone "A/B" 1 - "CET" 1990\r\n\t2 - EET\r\n').zones[0]).toMatchObject({
      id: 'A/B',
      lines: [{ format: 'CET' }, { format: 'EET' }],
    })
  })

  test('the sentence that Factory had for an abbreviation until 2016f is its -00 of later releases', () => {
    const text = 'Zone\tFactory\t0\t-\t"Local time zone must be set--see zic manual page"\n'
    expect(parse(text).zones[0]?.lines[0]).toMatchObject({ stdoff: 0, format: '-00' })
  })

  test('keywords are recognized in any case and by any prefix', () => {
    expect(parse('zONe A/B 1 - CET\nl A/B C\nru X 2000 o - ja 1 0 0 -\n')).toMatchObject({
      zones: [{ id: 'A/B' }],
      links: [{ linkName: 'C' }],
      rules: [{ name: 'X', month: 1 }],
    })
  })

  test('a Link may name its nearer target in a comment', () => {
    const { links } = parse(`${ZONE}Link Test/Town Test/Old #= Test/Nearer\n`)
    expect(links[0]).toMatchObject({ target: 'Test/Town', linkName: 'Test/Old', via: 'Test/Nearer' })
  })
})

describe('what is refused', () => {
  test('the message names file, line, subject, finding and expectation', () => {
    const text = `${'#\n'.repeat(1186)}Rule EU 1981 max - Octember lastSun 1:00u 1:00 S\n`
    const error = refusal(text)
    expect(error.message).toBe('europe:1187: Rule EU: month "Octember" is not a month')
    expect(error.code).toBe('bad-month')
    expect(error.facts).toMatchObject({ file: 'europe', line: 1187, subject: 'Rule EU' })
  })

  test.each([
    ['an unknown keyword', 'Ruler EU\n', 'bad-keyword', /"Ruler"; expected Rule, Zone or Link/],
    ['a bare value', '1:00 - CET\n', 'bad-keyword', /"1:00"/],
    ['a leap second', 'Leap 2016 Dec 31 23:59:60 + S\n', 'unsupported', /leap seconds/],
    ['an expiry of leap seconds', 'Expires 2020 Dec 28 00:00:00\n', 'unsupported', /leap seconds/],
    ['a NUL', 'Zone A/B 1 - C\0T\n', 'bad-character', /NUL/],
    ['a lone quotation mark', 'Zone "A/B 1 - CET\n', 'bad-quotes', /is not closed/],

    ['a Rule with a field too few', 'Rule EU 1981 max - Mar lastSun 1:00u 1:00\n', 'bad-fields', /found 9/],
    ['a Rule with a field too many', rule({ letter: 'S\tS' }), 'bad-fields', /found 11/],
    ['a rule set named like a number', rule({ name: '1EU' }), 'bad-name', /"1EU"/],
    ['a rule set named like a sign', rule({ name: '+EU' }), 'bad-name', /"\+EU"/],
    ['a FROM that is not a year', rule({ from: 'soon' }), 'bad-year', /FROM "soon"/],
    ['a FROM of maximum', rule({ from: 'max' }), 'bad-year', /FROM "max"/],
    ['a FROM of several meanings', rule({ from: 'm' }), 'bad-year', /FROM "m"/],
    ['a year of five digits', rule({ to: '10000' }), 'bad-year', /TO "10000"/],
    ['a year zero', rule({ from: '0' }), 'bad-year', /FROM "0"/],
    ['a TO before its FROM', rule({ to: '1980' }), 'bad-year', /FROM 1981 is later than TO 1980/],
    ['a TO of minimum', rule({ to: 'min' }), 'bad-year', /TO "min"/],
    ['a year type', rule({ type: 'even' }), 'bad-type', /"even"/],
    ['a month of several meanings', rule({ month: 'Ju' }), 'bad-month', /"Ju"/],
    ['an absent month', rule({ month: '-' }), 'bad-month', /month ""/],
    ['a 32nd of March', rule({ on: '32' }), 'bad-day', /"32"/],
    ['a day zero', rule({ on: '0' }), 'bad-day', /"0"/],
    ['a 31 April', rule({ month: 'Apr', on: '31' }), 'bad-day', /1–30/],
    ['a 29 February in every year', rule({ month: 'Feb', on: '29' }), 'bad-day', /29 February in 1981/],
    ['an unknown weekday', rule({ on: 'Sux>=1' }), 'bad-day', /"Sux"/],
    ['a weekday of several meanings', rule({ on: 'S>=1' }), 'bad-day', /"S"/],
    ['a last without a weekday', rule({ on: 'last' }), 'bad-day', /"last"/],
    ['a comparison cut short', rule({ on: 'Sun>1' }), 'bad-day', /"Sun>1"/],
    ['a comparison with no day', rule({ on: 'Sun>=' }), 'bad-day', /""/],
    ['a comparison with a day too many', rule({ on: 'Sun>=32' }), 'bad-day', /"32"/],
    ['an invalid time', rule({ at: 'noon' }), 'bad-time', /"noon"/],
    ['a time with an unknown clock', rule({ at: '1:00x' }), 'bad-time', /"1:00x"/],
    ['a time of sixty minutes', rule({ at: '1:60' }), 'bad-time', /"1:60"/],
    ['a time of four parts', rule({ at: '1:00:00:00' }), 'bad-time', /"1:00:00:00"/],
    ['a time six weeks on', rule({ at: '1000:00' }), 'bad-time', /999 hours/],
    ['a time with two signs', rule({ at: '--1' }), 'bad-time', /"--1"/],
    ['an invalid SAVE', rule({ save: 'lots' }), 'bad-save', /"lots"/],
    ['a SAVE with an unknown suffix', rule({ save: '1:00u' }), 'bad-save', /"1:00u"/],
    ['a SAVE of two days', rule({ save: '48' }), 'bad-save', /more than a day/],
    ['a LETTER that no abbreviation may hold', rule({ letter: '*' }), 'bad-abbreviation', /"\*"/],

    ['a Zone with a field too few', 'Zone A/B 1 -\n', 'bad-fields', /found 4/],
    ['a Zone with a field too many', 'Zone A/B 1 - CET 1990 Jan 1 0 x\n', 'bad-fields', /found 10/],
    ['a Zone without a name', 'Zone - 1 - CET\n', 'bad-name', /empty/],
    ['a Zone outside its folder', 'Zone ../B 1 - CET\n', 'bad-name', /part ".."/],
    ['a Zone at the root', 'Zone /B 1 - CET\n', 'bad-name', /"\/B"/],
    ['a Zone with a hole in its name', 'Zone A//B 1 - CET\n', 'bad-name', /"A\/\/B"/],
    ['a Zone with a slash at its end', 'Zone A/ 1 - CET\n', 'bad-name', /"A\/"/],
    ['a Zone named like an option', 'Zone A/-B 1 - CET\n', 'bad-name', /begins with "-"/],
    ['a Zone with letters beyond ASCII', 'Zone A/Zürich 1 - CET\n', 'bad-name', /Zürich/],
    ['an invalid STDOFF', 'Zone A/B CET - CET\n', 'bad-offset', /"CET"/],
    ['a STDOFF with a clock', 'Zone A/B 1:00s - CET\n', 'bad-offset', /"1:00s"/],
    ['a STDOFF of thirty hours', 'Zone A/B 30 - CET\n', 'bad-offset', /range/],
    ['an odd SAVE in RULES', 'Zone A/B 1 1:00x CEST\n', 'bad-rules', /"1:00x"/],
    ['an unknown rule set', 'Zone A/B 1 EU CE%sT\n', 'unknown-rule', /"EU"/],
    ['a %s that no Rule fills', 'Zone A/B 1 - CE%sT\n', 'bad-format', /no rule set|names no/],
    ['two % in one FORMAT', 'Zone A/B 1 - %z%z\n', 'bad-format', /"%z%z"/],
    ['an unknown % in FORMAT', 'Zone A/B 1 - C%dT\n', 'bad-format', /"C%dT"/],
    ['a % and a slash in one FORMAT', 'Zone A/B 1 - %z/CET\n', 'bad-format', /"%z\/CET"/],
    ['two slashes in one FORMAT', 'Zone A/B 1 - CET/CEST/X\n', 'bad-format', /more than one/],
    ['half a FORMAT', 'Zone A/B 1 - CET/\n', 'bad-format', /shorter/],
    ['an abbreviation of two letters', 'Zone A/B 1 - CE\n', 'bad-format', /shorter/],
    ['an abbreviation of seven letters', 'Zone A/B 1 - CENTRAL\n', 'bad-format', /longer/],
    ['an abbreviation with a blank', 'Zone A/B 1 - "C T"\n', 'bad-format', /letters, digits/],
    ['an absent FORMAT', 'Zone A/B 1 - -\n', 'bad-format', /empty/],
    ['an UNTIL that is not a year', 'Zone A/B 1 - CET later\n2 - EET\n', 'bad-year', /"later"/],
    ['an UNTIL in Octember', 'Zone A/B 1 - CET 1990 Octember\n2 - EET\n', 'bad-month', /"Octember"/],
    ['an UNTIL on 30 February', 'Zone A/B 1 - CET 1990 Feb 30\n2 - EET\n', 'bad-day', /"30"/],
    ['an UNTIL on 29 February 1990', 'Zone A/B 1 - CET 1990 Feb 29\n2 - EET\n', 'bad-day', /1990/],
    ['an UNTIL at noon in words', 'Zone A/B 1 - CET 1990 Feb 3 noon\n2 - EET\n', 'bad-time', /"noon"/],
    [
      'an UNTIL that goes back',
      'Zone A/B 1 - CET 1990\n2 - EET 1990\n3 - MSK\n',
      'until-not-after',
      /UNTIL 1990 is not after/,
    ],
    ['a Zone without its continuation', 'Zone A/B 1 - CET 1990\n', 'bad-continuation', /file ends/],
    [
      'a Link where a continuation belongs',
      'Zone A/B 1 - CET 1990\nLink A/B C\n',
      'bad-continuation',
      /found "Link"/,
    ],
    ['a continuation of nothing', `${ZONE}\t2:00 - EET\n`, 'bad-keyword', /"2:00"/],
    ['a continuation cut short', 'Zone A/B 1 - CET 1990\n2 -\n', 'bad-fields', /found 2/],

    ['a Link with a field too few', 'Link A/B\n', 'bad-fields', /found 2/],
    ['a Link with a field too many', `${ZONE}Link Test/Town C D\n`, 'bad-fields', /found 4/],
    ['a Link to nothing', 'Link A/B C\n', 'link-missing', /"A\/B" is neither/],
    ['a Link to itself', 'Link A A\n', 'link-cycle', /A → A/],
    ['Links in a circle', `${ZONE}Link B A\nLink C B\nLink A C\n`, 'link-cycle', /A → B → C → A/],
    ['a Zone defined twice', ZONE + ZONE, 'duplicate-name', /europe:1/],
    [
      'a Zone that is a Link too',
      `${ZONE}Link Test/Town X\nZone X 1 - CET\n`,
      'duplicate-name',
      /defined already/,
    ],
    ['a Link defined twice', `${ZONE}Link Test/Town X\nLink Test/Town X\n`, 'duplicate-name', /europe:2/],
  ])('%s', (_, text, code, message) => {
    const error = refusal(text)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/^europe:\d+: /)
    expect(error.message).toMatch(message)
  })

  test('messages contain no control characters', () => {
    expect(refusal('Rule EU 1981 max - \u001B[31m lastSun 0 0 -\n').message).toMatch(/month "\\u001b\[31m"/)
  })
})
