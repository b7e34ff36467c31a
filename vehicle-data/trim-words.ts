import { OPTION_SEPARATOR } from '../src/vehicles/format.ts';

/**
 * Turns the source's trim into the names that a customer would say, as options joined by OPTION_SEPARATOR; null when
 * none is left. Makers write into this field what their VINs distinguish: lists ("L/LE/SE"), cabs ("SuperCrew"),
 * equipment ("Premium+ES+KA"), grades ("Middle Grade"), option codes ("1SV"), names for other countries ("Latitude
 * (Mex)"). What is told elsewhere (drive, fuel, body, gearbox) is left out, too.
 */
export function trimWords(text: string, makes: ReadonlySet<string>): string | null {
  const options = splitOptions(text.replace(/\s+/g, ' ').trim()).map(readOption);
  const canadian = options.filter(({ market }) => market === 'canada');
  const known = options.filter(({ market }) => market !== 'elsewhere');
  const chosen = [canadian, known, options].find((some) => some.length > 0) ?? [];
  const names = chosen.map(({ name }) => trimName(name, makes)).filter((name) => name !== null);
  return soldInCanada(distinct(names), makes).join(OPTION_SEPARATOR) || null;
}

/**
 * A series is a trim for Ford ("Lariat") and MINI ("Cooper S"); for others it is a chassis code or a weight, which
 * means nothing to a customer.
 */
export function seriesWords(text: string, makes: ReadonlySet<string>): string | null {
  return CHASSIS_CODES.some((code) => code.test(text.trim())) ? null : trimWords(text, makes);
}

const CHASSIS_CODES = [
  /[- ]series$/i,
  /^\d{3}\b/,
  /\b(type|generation|gen)\b/i,
  /\bton\b/i,
  /^\d+$/,
  /^(1500|2500|3500)\b/,
  /^[A-Z]{1,4}\d+[A-Z]{0,2}\b/,
  /^(?!(GT|LX|DX|SE|LE|EX|TI|SL|SV|LS|LT|XL|SI|ES|GS|RS|SS|S|L)$)[A-Z]{1,2}\d?\+?$/i,
  /^SUV\b|^Sports?back\b|^[CSV]\d\d\b|^Classic \(/,
];

/** The slash of these is no separator. Nor is one in brackets. */
const JOINED = /\b(R\/T|T\/A|H\/K|M\/R|S\/R|M\/T|A\/T|n\/a|w\/o?(?=\W|[A-Z]))|\d\/\d/gi;
const JOINED_SLASH = '\u0001';

function splitOptions(text: string): string[] {
  return text
    .replace(/\bXL XLT Lariat\b/, 'XL, XLT, Lariat')
    .replace(/\bTrail Boss(?: -)? (\w+)/, '$1 Trail Boss')
    .replace(JOINED, (found) => found.replace('/', JOINED_SLASH))
    .replace(/\([^)]*\)/g, (brackets) => brackets.replaceAll('/', JOINED_SLASH))
    .split(/[,;/](?![^(]*\))| - (?!\w+ ?\()| or (?![^(]*\))| & (?!Go\b|[^(]*\))| and (?![^(]*\))/i)
    .map((option) => option.replaceAll(JOINED_SLASH, '/').trim());
}

interface Option {
  readonly name: string;
  readonly market: 'canada' | 'elsewhere' | null;
}

/** "North(Canada)", "Latitude (Mex, U.S.)", "POP (Sport for Canada)", "Recharge (Level 2-Plus)". */
function readOption(text: string): Option {
  const bracketed = /[([]([^)\]]*)[)\]]?/.exec(text)?.[1] ?? '';
  const name = text.replace(/[([][^)\]]*[)\]]?/g, ' ').trim();
  const canadianName = /^(.+) for Canada$/i.exec(bracketed)?.[1];
  if (canadianName !== undefined) return { name: canadianName, market: 'canada' };
  const level = /^Level \d-(.+)$/.exec(bracketed)?.[1];
  if (level !== undefined) return { name: `${name} ${level}`, market: null };
  if (/\bcan(ad(a|ian))?\b/i.test(bracketed) && !/non/i.test(bracketed)) return { name, market: 'canada' };
  if (/\b(US|U\.S\.|Mex|BUX|Puerto Rico)/.test(bracketed)) return { name, market: 'elsewhere' };
  return { name, market: null };
}

/** Returns null for what is no trim. */
function trimName(text: string, makes: ReadonlySet<string>): string | null {
  let name = ` ${text} `;
  for (const [pattern, replacement] of rulesFor(makes)) name = name.replace(pattern, replacement);
  name = name
    .replace(/\s+/g, ' ')
    .replace(/^[\s.:;&/+-]+|[\s.:;&/-]+$/g, '')
    .replace(/ \+$/, '+');
  return name === '' || name.length > NAME_LENGTH_MAX || NO_TRIM.test(name) ? null : name.replace(/\S+/g, properCase);
}

const NAME_LENGTH_MAX = 40;

const NO_TRIM =
  /^(n\/?a|tbd|not[ -](identified|applicable|available)|none|unknown|export.*|non-.*|others?|fleet|fleet sales|taxi|limo|livery|hearse|uber|high|low|entry|mid|middle|grade|level|version|lounge console|\d-?seat(er)?|left|right|plus\b.{30,}|CH|4MOTION|[SV]\d0|[45]500|BAS|TSI|TFSI|hydrogen|[a-km-rt-z]|\d\d?|447|90[67]|MK\d\d|conv|.*[[\]].*)$/i;

type Rule = readonly [pattern: RegExp, replacement: string];

function rulesFor(makes: ReadonlySet<string>): readonly Rule[] {
  const ofMakers = MAKERS_RULES.filter(([group]) => group.some((make) => makes.has(make)));
  return [...RULES, ...ofMakers.flatMap(([, rules]) => rules)];
}

const RULES: readonly Rule[] = [
  [/^ mazda3 with (?=(preferred|premium|select))/i, ' '],
  // Equipment: from the first plus sign, and what comes with something.
  [/\s*(?<!\d{3}|[MC])\+(?=\s*[+\w&]).*$/, ' '],
  [/\s(w\/o?|with(out)?\b|excl\b).*$/i, ' '],
  [/\b(navi(gation)?|nav|RES|DVD|(honda )?sensing|(sun|moon|pano) ?roof|2-tone( roof)?|acura ?watch( plus)?)\b/gi, ' '],
  [/\b(package|pkg)\b\.?/gi, ' '],
  // Cabs, wheels, roofs and other bodies.
  [
    /\b(super ?(crew|cab)|(crew|quad|king|mega|regular|double|access|extended|single|day|sleeper) ?cab|crew ?max)\b/gi,
    ' ',
  ],
  [/\b(chassis( cab)?|monocoque|cutaway|stripped|incomplete|conversion|mobility|paratransit|glider)\b/gi, ' '],
  [/\b(SRW|DRW|(single|dual) rear wheels?|f-series|super duty|econoline)\b/gi, ' '],
  [
    /\b((super )?(high|low|medium|mid|standard) roof|(cargo|passenger)( van)?|vans?|wheelbase|ext)\b|\d{3}"|^ EL[ -]/gi,
    ' ',
  ],
  [
    /(?<!gran |power ?)\b(coupe|convertible|sedan|hatchback|wagon|cabriolet|cabrio|roadster|fastback|(hard|soft) ?top)\b/gi,
    ' ',
  ],
  [/\b[2-5] ?-?(dr|doors?)\b|\b\d ?row\b/gi, ' '],
  // Drive, fuel and gearbox.
  [/\bsuper handling AWD\b/gi, 'SH-AWD'],
  [/(?<![-\w])(e?AWD|FWD|RWD|2WD|4WD|4x4|4x2|4WS)(?![-\w])/gi, ' '],
  [/(?<!E-)\b(FHEV|PHEV|HEV|MHEV|HV|BEV|FCEV|FFV|plug-?in[- ]hybrid|fuel cell|hybrid)\b/gi, ' '],
  [/^ (EV|electric) (?!drive)/i, ' '],
  [/\b(CVT|DCT|[56]?[AM]\/?T)\b/g, ' '],
  [/^ \d\.\d ?L?(?= )/, ' '],
  // Codes.
  [/\bSV[A-Z0-9]{2}\b/g, ' '],
  // Spelling.
  [/\b4-?M(ATIC)?\b(?!-)/gi, '4MATIC'],
  [/-4MATIC\b/, ' 4MATIC'],
  [/\b4motion\b/gi, '4MOTION'],
  [/\bxdrive/gi, 'xDrive'],
  [/\b4xe\b/gi, '4xe'],
  [/\b([XN])-LINE\b/g, '$1-Line'],
  [/\bX-PRO\b/g, 'X-Pro'],
  [/ NA +$/, ' '],
  [/\bJCW\b/, 'John Cooper Works'],
  [/\bALL 4\b/, 'ALL4'],
  [/\b(ltd|LTD)\b/g, 'Limited'],
  [/\bLtd\b\.?/g, 'Limited'],
  [/\bPr(e?m|M)\b\.?/gi, 'Premium'],
  [/\bPreminum\b/g, 'Premium'],
  [/\bplat\b/gi, 'Platinum'],
  [/\bSTD\b/gi, 'Standard'],
  [/\bEXL\b/g, 'EX-L'],
  [/\bSX-?P\b/g, 'SX-Prestige'],
  [/\bSXL\b/g, 'SX Limited'],
  [/\bTourismo\b/g, 'Turismo'],
  [/\bExcecutive\b/g, 'Executive'],
  [/\boff ?road\b/gi, 'Off-Road'],
  [/\bgrade\b/gi, ' '],
];

/** Rules that hold for some makers only, applied after the others. */
const MAKERS_RULES: readonly (readonly [makes: readonly string[], rules: readonly Rule[]])[] = [
  [
    ['Chrysler', 'Dodge', 'Jeep', 'Ram', 'Fiat'],
    [
      // Platforms.
      [/^ (?!SE |ST |GT |SL |ES )([A-Z][A-Z0-9]|JFa|MK\d\d) +$/, ' '],
      [/^ (2TL|2TW) $/, ' '],
      [/\b(Sport|Rebel) 2T[LW]\b/, '$1'],
      [/\bpower ?wagon\b/gi, 'Power Wagon'],
      [/\bunlimited\b/gi, 'Unlimited'],
      // The 1500 Classic: it is in the name of the model.
      [/\bclassic( DS)?\b/i, ' '],
      // What Jeep sells as North in Canada is a Latitude elsewhere.
      [/^ latitude +$/i, ' North '],
    ],
  ],
  [
    ['Chevrolet', 'GMC', 'Buick', 'Cadillac'],
    [
      // Option codes, and the number that repeats the trim: "RS 3RS".
      [/ [123](?!LT |LS |LZ |RS |SS )[A-Z]{2} $/, ' '],
      [/ (LT|LS|RS|SS|SP) [123]\1 $/, ' $1 '],
      [/^ [1-5][A-Z]{2} (?=\S)/, ' '],
      [/\b(fleet)\b/gi, ' '],
      [/\bLux-\d\b/, 'Luxury'],
      [/\b(Tech|Sport)-\d\b/, '$1'],
    ],
  ],
  [
    ['Hyundai', 'Kia', 'Genesis'],
    [
      [/[-–]?\s*\b(mid(d?le)?|high|low)([- ](low|high))?\b\s*(level|grade)?/gi, ' '],
      [/\b(TOP|HGS|JSL|TAX|JFa|level|DLX)\b/g, ' '],
      [/\bblue\b/gi, 'Blue'],
    ],
  ],
  [
    ['Subaru'],
    [
      [/\b(mid|high|eyesight|smart)\b/gi, ' '],
      [/ ([578]( pass(enger)?)?|\d-pass) /gi, ' '],
      [/(?<=\S +)(ES|KA|RE|BSD|MR|H\/?K|CWP|AWP|NA|Base|[NLWP])(?= |$)/g, ' '],
      [/(?<=[a-z]) *\+ *$/, ' '],
      [/\bSports\b/g, 'Sport'],
    ],
  ],
  [
    ['Lincoln'],
    [
      [/\b(BL|BLK Label)\b/gi, 'Black Label'],
      [/\bRsv\b/, 'Reserve'],
      [/\bPrfrd\b/, 'Preferred'],
      [/\b(Prmr|Premier)\b/, 'Premiere'],
      [/\bPres\b/, 'Presidential'],
    ],
  ],
  [
    ['Honda', 'Acura'],
    [
      [/\b(Tour|TRG)\b/g, 'Touring'],
      [/\bEX-?L-(N|R|NR|NAVI|RES|ND)\b/g, 'EX-L'],
      [/ (2\d|V6) /g, ' '],
      [/\b(TEC19|TCH)\b/g, 'Tech'],
      [/ \dP /g, ' '],
      [/\bTECH?\b/g, 'Tech'],
      [/\bADV(anced?)?\b( Ent\b\.?)?/gi, 'Advance'],
    ],
  ],
  [
    ['BMW'],
    [
      [/ SA /, ' '],
      [/(?<=\di)Br\b/, ''],
      [/\bGC\b/g, 'Gran Coupe'],
    ],
  ],
  [
    ['Mercedes-Benz'],
    [
      [/ (bi-)?turbo( plug-in)? /i, ' '],
      [/\bbluetec\b/i, 'BlueTEC'],
    ],
  ],
  [
    ['Toyota', 'Lexus'],
    [
      [/\bSRS\b/g, 'SR5'],
      [/^ 1794 /, ' 1794 Edition '],
    ],
  ],
  [['Volvo'], [[/\b(dark|bright)( theme)?\b/gi, ' ']]],
];

/** Capitals stay in words of up to four letters ("SLT", "XRT", "TRD"), which are mostly names, and in NISMO. */
function properCase(word: string): string {
  if (/^(TECH|BASE|LUXE|PURE|EDGE|POP|GOLD|CORE|SCAT|PACK|PLUS|PRO|HIGH|BLUE|TYPE)$/.test(word)) return titleCase(word);
  return word.replace(/[A-Z]{5,}/g, (capitals) => (CAPITALS.has(capitals) ? capitals : titleCase(capitals)));
}

const CAPITALS = new Set(['NISMO', 'MATIC', 'MOTION']);

function titleCase(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}

function distinct(names: readonly string[]): readonly string[] {
  return names.filter(
    (name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );
}

/** Where a list has the names of several countries side by side, those used in Canada. */
function soldInCanada(names: readonly string[], makes: ReadonlySet<string>): readonly string[] {
  if (names.includes('North') && names.some((name) => /^L(at|ong)itude$/.test(name))) return ['North'];
  if (makes.has('Mazda') && names.some((name) => /^G[XST]$/.test(name)))
    return names.filter((name) => /^G/.test(name) && !/^Grand Touring$/.test(name));
  const kept = names.filter((name) => !/^(Longitude|Lone ?star)$/i.test(name));
  return kept.length > 0 ? kept : names;
}
