import type { Brand } from '../../domain/brand/brand.ts';
import { escaped } from '../../domain/html-text.ts';
import type { Language } from '../../domain/language.ts';

/** A text, or an address, which in HTML is a button with the label on it. */
export type Paragraph = string | { readonly link: string; readonly label: string };

/** A mail in one language. */
export interface MailPart {
  readonly language: Language;
  /** The greeting, and what is to be said. */
  readonly lead: readonly Paragraph[];
  readonly facts: readonly MailFact[];
  readonly attachments: { readonly title: string; readonly names: readonly string[] };
  readonly contact: string;
  /** The postal address and what else is in small letters. */
  readonly footer: readonly string[];
}

export type MailFact = readonly [label: string, value: string];

export interface MailLayout {
  readonly subject: string;
  readonly parts: readonly MailPart[];
  readonly brand: Pick<Brand, 'name' | 'logo' | 'colours'>;
}

/**
 * Lays a mail out. Everything in it is escaped, and nothing is loaded from outside: the logo comes with the mail.
 * Styles stand at the elements, since many mail programs read no others; only the colours of the dark do not. The logo
 * keeps a white ground there, because it is made for white paper.
 */
export function mailHtml({ subject, parts, brand }: MailLayout): string {
  const { main } = brand.colours;
  return `<!doctype html>
<html lang="${parts[0]!.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkStyle}</style></head>
<body style="margin:0;padding:0">
${previewHtml(parts[0]!)}
<div class="page" style="padding:16px 8px;background:#f1f5f7;color:#1d2a33;font:16px/1.5 Arial,Helvetica,sans-serif">
<div class="sheet" style="max-width:600px;margin:0 auto;background:#ffffff;overflow-wrap:anywhere">
<div class="bar line" style="padding:16px 20px;background:#ffffff;border-top:6px solid ${main};border-bottom:1px solid #c9d3d9;color:${main};font-size:18px;font-weight:bold">${head(brand)}</div>
${parts.map((part) => partHtml(part, brand.colours.accent)).join('\n<hr class="line" style="margin:0 20px;border:0;border-top:1px solid #c9d3d9">\n')}
</div></div>
</body></html>
`;
}

const darkStyle = `@media (prefers-color-scheme: dark) {
.page { background: #12181d !important; color: #e6ecf0 !important }
.sheet { background: #1d252c !important; color: #e6ecf0 !important }
.bar { background: #1d252c !important; color: #e6ecf0 !important }
.bar img { background: #ffffff !important; padding: 4px; border-radius: 4px }
.line { border-bottom-color: #3c4954 !important }
hr.line { border-top-color: #3c4954 !important }
.quiet { color: #b4c0c9 !important }
.sheet a { color: #8fd0e0 !important }
.sheet a.button { background: #8fd0e0 !important; color: #12181d !important }
}`;

/** What the list of an inbox shows beside the subject: not the issuer's name and the greeting, which say nothing. */
function previewHtml({ lead: [, first] }: MailPart): string {
  if (typeof first !== 'string') return '';
  const hidden = 'display:none;max-height:0;overflow:hidden;mso-hide:all';
  // The blanks keep what follows out of the preview.
  return `<div aria-hidden="true" style="${hidden}">${escaped(first)}${'&#847; &#8204; '.repeat(60)}</div>`;
}

/** Mail programs show no SVG. */
function head({ name, logo }: MailLayout['brand']): string {
  if (logo?.type !== 'image/png') return escaped(name);
  const style =
    'max-height:40px;max-width:100%;width:auto;height:auto;vertical-align:middle;border:0;margin-right:10px';
  return `<img src="${logoReference}" alt="" height="40" style="${style}">${escaped(name)}`;
}

/** How the HTML names the logo that comes with the mail. */
export const logoReference = 'cid:logo';

function partHtml({ language, lead, facts, attachments, contact, footer }: MailPart, accent: string): string {
  return `<div lang="${language}">
<div style="padding:8px 20px">
${lead.map((paragraph) => paragraphHtml(paragraph, accent)).join('\n')}
${factsHtml(facts)}
${attachmentsHtml(attachments)}<p dir="auto">${escaped(contact)}</p>
<div class="quiet" style="color:#5b6b76;font-size:13px">
${footer.map((text) => `<p dir="auto">${escaped(text)}</p>`).join('\n')}
</div></div></div>`;
}

/** `dir="auto"`: a name may be written from right to left. */
function paragraphHtml(paragraph: Paragraph, accent: string): string {
  if (typeof paragraph === 'string') return `<p dir="auto">${escaped(paragraph)}</p>`;
  const address = escaped(paragraph.link);
  const button = `display:inline-block;padding:12px 24px;border-radius:6px;background:${accent};color:#ffffff;font-weight:bold;text-decoration:none`;
  return `<p style="margin:20px 0 8px"><a class="button" href="${address}" rel="noreferrer" style="${button}">${escaped(paragraph.label)}</a></p>
<p style="margin-top:0;font-size:13px"><a href="${address}" rel="noreferrer" style="color:${accent}">${address}</a></p>`;
}

function factsHtml(facts: readonly MailFact[]): string {
  const cell = 'padding:6px 0;border-bottom:1px solid #c9d3d9;text-align:left;vertical-align:top';
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" class="quiet line" style="${cell};padding-right:12px;width:40%;overflow-wrap:normal;color:#5b6b76;font-weight:normal">${escaped(label)}</th><td dir="auto" class="line" style="${cell};font-weight:bold">${escaped(value)}</td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse;margin:16px 0">\n${rows.join('\n')}\n</table>`;
}

function attachmentsHtml({ title, names }: MailPart['attachments']): string {
  if (names.length === 0) return '';
  const items = names.map((name) => `<li>${escaped(name)}</li>`).join('');
  return `<p style="margin-bottom:0;font-weight:bold">${escaped(title)}</p>
<ul style="margin-top:4px;padding-left:20px">${items}</ul>
`;
}
