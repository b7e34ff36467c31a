/** Turns the source's make and model into the names under which the vehicle is sold in Canada. */
export function makeAndModel(sourceMake: string, sourceModel: string): readonly [make: string, model: string] {
  const make = makeWord(sourceMake);
  const model = sourceModel.replace(/\s*\([^)]*\)/g, '').trim();
  if (make === 'Toyota' && model.startsWith('Scion ')) return ['Scion', model.slice('Scion '.length)];
  const name = model.startsWith(`${make} `) ? model.slice(make.length + 1) : model;
  return [make, MODELS[make]?.[name] ?? name];
}

/** The source has some makes in capitals. Names of up to four letters (BMW, GMC, MINI) stay in capitals. */
export function makeWord(name: string): string {
  const trimmed = name.trim();
  const known = MAKES[trimmed.toUpperCase()];
  if (known !== undefined) return known;
  if (trimmed !== trimmed.toUpperCase()) return trimmed;
  return trimmed.replace(/[A-Z]{5,}/g, (word) => word[0] + word.slice(1).toLowerCase());
}

const MAKES: Readonly<Record<string, string>> = { RAM: 'Ram', FIAT: 'Fiat', MCLAREN: 'McLaren', SMART: 'smart' };

/** Names that the source spells otherwise than the maker, or that carry what is told elsewhere: fuel, body. */
const MODELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Audi: { 'A7 e': 'A7', 'A8 e': 'A8', 'A8 L e': 'A8 L', 'Q5 e': 'Q5' },
  BMW: {
    '650i, Alpina B6': '650i',
    '650i, B6': '650i',
    '750i, Alpina B7': '750i',
    '750i, B7': '750i',
    '750xi, Alpina B7': '750xi',
    '750Li, Alpina B7': '750Li',
    '750Lxi, Alpina B7': '750Lxi',
  },
  Dodge: { 'Caravan/Grand Caravan': 'Grand Caravan' },
  Ford: { Ecosport: 'EcoSport' },
  'Land Rover': { 'New Range Rover': 'Range Rover' },
  'Mercedes-Benz': {
    'EQB-Class': 'EQB',
    'EQE-Class Sedan': 'EQE Sedan',
    'EQE-Class SUV': 'EQE SUV',
    'EQS-Class Sedan': 'EQS Sedan',
    'EQS-Class SUV': 'EQS SUV',
  },
  Nissan: { 'Ariya Hatchback': 'Ariya', 'Ariya MPV': 'Ariya', 'Kicks MPV': 'Kicks' },
  Polestar: { PS1: '1', PS2: '2' },
  Ram: { 'Promaster City': 'ProMaster City' },
  Subaru: { 'XV CrossTrek': 'XV Crosstrek' },
  Toyota: { 'COROLLA iM': 'Corolla iM', 'Corolla Matrix': 'Matrix', 'Prius C': 'Prius c', 'Prius V': 'Prius v' },
  Volkswagen: { GLI: 'Jetta GLI', GTI: 'Golf GTI' },
  Volvo: { V60CC: 'V60 Cross Country', V90CC: 'V90 Cross Country', 'EX30 CC': 'EX30 Cross Country' },
};

/** "2500 Cargo", "1500 (1/2 Ton)", "3/4 Ton", "2500 HD": the number after the name of some trucks. */
export function modelNumber(series: string): string | null {
  const number = /^(1500|2500|3500)\b/.exec(series)?.[1];
  if (number !== undefined) return number;
  if (/\b1\/2 ton\b/i.test(series)) return '1500';
  if (/\b3\/4 ton\b/i.test(series)) return '2500';
  return /(?<!\d\/)\b1 ton\b/i.test(series) ? '3500' : null;
}
