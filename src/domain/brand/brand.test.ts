import assert from 'node:assert/strict';
import test from 'node:test';
import { pngLogo, svgLogo } from '../../../test/kit/sale/logo.ts';
import { isOperatorRefusal } from '../operator/operator-refusal.ts';
import { usualColours, withOwnBrand } from './brand.ts';
import { areReadable, contrastOf } from './contrast.ts';
import { type BrandChanges, judgeBrand } from './judge-brand.ts';
import { readLogo } from './read-logo.ts';
import { svgSizeOf } from './svg.ts';

const svg = (inside: string, attributes = 'viewBox="0 0 100 50"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

const code = (changes: BrandChanges): string => {
  const judged = judgeBrand(null, changes);
  return isOperatorRefusal(judged) ? judged.code : 'good';
};

test('contrast is counted as WCAG does, and colours are refused just below 4.5 to 1', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54');
  assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48');
  assert.equal(areReadable(usualColours), true);
  assert.equal(areReadable({ main: '#12344d', accent: '#767676' }), true);
  assert.equal(areReadable({ main: '#12344d', accent: '#777777' }), false);
  assert.equal(areReadable({ main: '#777777', accent: '#12344d' }), false);
});

test('an SVG that only draws is a logo', () => {
  assert.deepEqual(svgSizeOf(svgLogo.toString()), { width: 120, height: 60 });
  assert.deepEqual(svgSizeOf(svg('<path d="M0 0h1z"/>')), { width: 100, height: 50 });
  assert.deepEqual(svgSizeOf(svg('', 'viewBox="0,0,10,10"')), { width: 10, height: 10 });
});

test('an SVG with anything that runs, loads or is read in two ways is refused', () => {
  for (const text of [
    svg('<script>alert(1)</script>'),
    svg('<path onload="alert(1)" d=""/>'),
    svg('<g ONCLICK="alert(1)"/>'),
    svg('<style>@import url(https://evil.example/x.css)</style>'),
    svg('<foreignObject><body/></foreignObject>'),
    svg('<image href="https://evil.example/x.png"/>'),
    svg('<use href="#a"/>'),
    svg('<a href="https://evil.example"><path d=""/></a>'),
    svg('<g xlink:href="https://evil.example"/>'),
    svg('<rect fill="url(https://evil.example/x.svg#a)"/>'),
    svg('<rect style="fill:URL( https://evil.example )"/>'),
    svg('<rect style="fill:\\75rl(x)"/>'),
    svg('<rect style="background:image-set(\'https://evil.example/x.png\' 1x)"/>'),
    svg('<rect style="background:IMAGE-SET(\'/x.png\' 1x)"/>'),
    svg('<rect style="mask-image:-webkit-image-set(\'x.png\' 1x)"/>'),
    svg('<rect style="content:src(\'x.png\')"/>'),
    svg('<rect style="fill:url/**/(x.svg)"/>'),
    svg('<rect fill="&#106;avascript:x"/>'),
    svg('<text>Maple</text>'),
    svg('<animate attributeName="x"/>'),
    svg('<svg viewBox="0 0 1 1"/>'),
    svg('<g><path d=""/>'),
    svg('<g></g></g>'),
    svg('<g a="1" a="2"/>'),
    svg('<g a=1/>'),
    svg('<path d="<!--" onload="-->"/>'),
    svg('<![CDATA[<script/>]]>'),
    svg('&xxe;'),
    svg('<?php x ?>'),
    svg('', ''),
    svg('', 'viewBox="0 0 0 10"'),
    svg('', 'viewBox="0 0 x y"'),
    `${svg('')}${svg('')}`,
    `${svg('')}<foo bar>`,
    `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`,
    '<svg viewBox="0 0 10 10"/>',
    '<html xmlns="http://www.w3.org/1999/xhtml"/>',
    '',
    svg('<g>'.repeat(40) + '</g>'.repeat(40)),
    svg('<g/>'.repeat(2_001)),
  ])
    assert.equal(svgSizeOf(text), null, text.slice(0, 120));
});

test('an SVG that is drawn for long because of what refers to what is refused, and a usual one is not', () => {
  const [rect, masked] = [
    '<rect width="9" height="9"/>',
    (id: string) => `<rect width="9" height="9" mask="url(#${id})"/>`,
  ];
  const levels = (count: number, uses: number): string =>
    svg(
      Array.from(
        { length: count },
        (_, level) => `<mask id="m${level}">${level === 0 ? rect : masked(`m${level - 1}`).repeat(uses)}</mask>`,
      ).join('') + masked(`m${count - 1}`),
    );
  const flat = (shapes: number, uses: number): string =>
    svg(`<mask id="a">${rect.repeat(shapes)}</mask>${masked('a').repeat(uses)}`);
  for (const text of [
    levels(20, 3),
    levels(5, 1),
    levels(4, 20),
    flat(100, 100),
    svg(`<mask id="a">${masked('a')}</mask>${masked('a')}`),
    svg(`<mask id="a">${masked('b')}</mask><mask id="b" clip-path="url(#a)"/>${masked('a')}`),
    svg(`<mask id="a">${rect.repeat(90)}</mask><mask id="a">${rect.repeat(90)}</mask>${masked('a').repeat(90)}`),
    svg(`<clipPath id="a">${rect.repeat(99)}</clipPath>${'<g style="clip-path:URL(#a)"/>'.repeat(101)}`),
    svg(`<mask id="a"><path d="${'M0 0L9 9'.repeat(2_000)}"/></mask>${masked('a').repeat(100)}`),
    svg(`<mask id="a"><polygon points="${'0 0 9 9 '.repeat(2_000)}"/></mask>${masked('a').repeat(100)}`),
  ])
    assert.equal(svgSizeOf(text), null, text.slice(0, 200));
  for (const text of [
    levels(4, 3),
    flat(90, 90),
    svg(`<mask id="a"><path d="${'M0 0L9 9'.repeat(2_000)}"/></mask>${masked('a').repeat(20)}`),
    svg(`<g mask="url(#none)" transform="translate(1 2) rotate(3)" fill="rgb(1, 2, 3)">${rect}</g>`),
  ])
    assert.deepEqual(svgSizeOf(text), { width: 100, height: 50 }, text.slice(0, 200));
});

test('a logo is a whole PNG or such an SVG, small and not too long', () => {
  assert.deepEqual(readLogo(pngLogo()), { type: 'image/png', base64: pngLogo().toString('base64') });
  assert.equal(readLogo(svgLogo)?.type, 'image/svg+xml');
  assert.equal(readLogo(pngLogo(80, 10))?.type, 'image/png');
  for (const bytes of [
    pngLogo(81, 10),
    pngLogo(10, 81),
    pngLogo(2_001, 1_000),
    pngLogo().subarray(0, -1),
    pngLogo().subarray(0, 20),
    Buffer.concat([pngLogo(), Buffer.alloc(70_000)]),
    Buffer.from('GIF89a'),
    Buffer.alloc(0),
  ])
    assert.equal(readLogo(bytes), null);
});

test('what is left out of a change stays, and null takes the operator’s own', () => {
  const own = judgeBrand(null, {
    name: ' Maple Motors ',
    phoneNumber: '1',
    colours: { main: '#12344D', accent: '#1c7c8c' },
  });
  assert.deepEqual(own, { name: 'Maple Motors', phoneNumber: '1', colours: usualColours });
  assert.ok(own !== null && !isOperatorRefusal(own));
  assert.deepEqual(judgeBrand(own, { phoneNumber: '2' }), { ...own, phoneNumber: '2' });
  assert.deepEqual(judgeBrand(own, { phoneNumber: null, colours: null }), { name: 'Maple Motors' });
  assert.equal(judgeBrand(own, { name: null, phoneNumber: null, colours: null }), null);
});

test('nothing of a brand can hold a line break, and everything has a limit', () => {
  const maple = judgeBrand(null, { name: 'Maple\r\nBcc: thief@evil.example', website: 'a\nb' });
  assert.deepEqual(maple, { name: 'Maple Bcc: thief@evil.example', website: 'a b' });
  for (const [changes, expected] of [
    [{ name: 'x'.repeat(121) }, 'NameInvalid'],
    [{ name: 'a\u0000b' }, 'NameInvalid'],
    [{ website: 'x'.repeat(121) }, 'BrandTextInvalid'],
    [{ addressLines: [] }, 'BrandTextInvalid'],
    [{ addressLines: ['1', '2', '3', '4'] }, 'good'],
    [{ addressLines: ['1', '2', '3', '4', '5'] }, 'BrandTextInvalid'],
    [{ addressLines: ['1', ' '] }, 'BrandTextInvalid'],
    [{ emailAddress: 'a@example.ca, b@example.ca' }, 'EmailAddressInvalid'],
    [{ closing: { en: 'x'.repeat(600), fr: 'y' } }, 'good'],
    [{ closing: { en: 'x'.repeat(601), fr: 'y' } }, 'BrandTextInvalid'],
    [{ closing: { en: 'x', fr: '' } }, 'BrandTextInvalid'],
    [{ languages: [] }, 'LanguagesInvalid'],
    [{ languages: ['de' as 'en'] }, 'LanguagesInvalid'],
    [{ colours: { main: 'red', accent: '#1c7c8c' } }, 'ColoursInvalid'],
    [{ colours: { main: '#12344d;}', accent: '#1c7c8c' } }, 'ColoursInvalid'],
    [{ colours: { main: '#ffcc00', accent: '#1c7c8c' } }, 'ContrastTooLow'],
    [{ logo: Buffer.from('x').toString('base64') }, 'LogoInvalid'],
  ] as const)
    assert.equal(code(changes), expected, JSON.stringify(changes).slice(0, 80));
});

test('the operator’s logo and website stand beside no other name', () => {
  const logo = readLogo(pngLogo());
  const brand = {
    name: 'Operator',
    addressLines: ['1'],
    phoneNumber: '1',
    emailAddress: 'a@example.ca',
    website: 'w',
    logo,
    colours: usualColours,
    languages: ['en', 'fr'] as const,
    closing: null,
  };
  assert.equal(withOwnBrand(brand, { phoneNumber: '2' }).logo, logo);
  assert.deepEqual(withOwnBrand(brand, { name: 'Partner' }), { ...brand, name: 'Partner', logo: null, website: '' });
  assert.equal(withOwnBrand(brand, { name: 'Partner', website: 'p' }).website, 'p');
});
