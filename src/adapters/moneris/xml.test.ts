import assert from 'node:assert/strict';
import test from 'node:test';
import { readXml, writeXml } from './xml.ts';

test('what is written is escaped, and reads back as it was', () => {
  const value = `Smith & "Sons" <o'Neil> é]]>`;
  const text = writeXml('request', [['cust_id', value]]);
  assert.equal(text, '<request><cust_id>Smith &amp; &quot;Sons&quot; &lt;o&apos;Neil&gt; é]]&gt;</cust_id></request>');
  assert.equal(readXml(text)?.children[0]?.text, value);
});

test('a declaration, white space and empty elements are read', () => {
  const root = readXml(
    '<?xml version="1.0"?>\n<response>\n<receipt><a/><b></b><c>&#233;&#xE9;</c></receipt>\n</response>\n',
  );
  assert.deepEqual(
    root?.children[0]?.children.map(({ name, text }) => [name, text]),
    [
      ['a', ''],
      ['b', ''],
      ['c', 'éé'],
    ],
  );
});

for (const [what, text] of [
  ['nothing', ''],
  ['a text', 'Bad gateway'],
  ['HTML', '<!DOCTYPE html><html><body>503</body></html>'],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['an unknown entity', '<a>&x;</a>'],
  ['a bare ampersand', '<a>b & c</a>'],
  ['a code point that does not exist', '<a>&#x110000;</a>'],
  ['an attribute', '<a b="c">d</a>'],
  ['a comment', '<a><!-- b --></a>'],
  ['CDATA', '<a><![CDATA[b]]></a>'],
  ['an open end', '<a><b>c</b>'],
  ['a wrong end', '<a><b>c</a></b>'],
  ['an end too many', '<a></a></a>'],
  ['two roots', '<a></a><b></b>'],
  ['text behind the root', '<a></a>b'],
  ['too deep a nest', `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`],
  ['too many elements', `<a>${'<b/>'.repeat(3_000)}</a>`],
  ['too long a text', `<a>${'b'.repeat(70_000)}</a>`],
] as const) {
  test(`unreadable: ${what}`, () => assert.equal(readXml(text), null));
}
