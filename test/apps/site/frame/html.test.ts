// The template of pages: text and values of attributes are escaped, and our own HTML is not escaped twice.
import { expect, test } from 'vitest'
import { attributes, escapeHtml, html } from '#apps/site/frame/html.ts'

test('every inserted text is escaped, and our own HTML is not escaped twice', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;')
  expect(html`<p>${'<b>'}${html`<i>${'&'}</i>`}${['<', html`<b></b>`]}${null}</p>`.text).toBe(
    '<p>&lt;b&gt;<i>&amp;</i>&lt;<b></b></p>',
  )
})

test('the value of an attribute cannot end it', () => {
  expect(html`<input${attributes({ value: '"><script>', name: "'&" })} />`.text).toBe(
    '<input value="&quot;&gt;&lt;script&gt;" name="&#39;&amp;" />',
  )
  expect(attributes({ required: true, checked: false, id: null, size: 3 }).text).toBe(' required size="3"')
})
