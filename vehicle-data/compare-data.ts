import { ELEMENT, OPTION_SEPARATOR, type VehicleData } from '../src/vehicles/format.ts';

const SHOWN_MAX = 40;

/** Says which makes, models and trims the new data have and the old ones had not, and the other way round. */
export function compareData(before: VehicleData, after: VehicleData): string {
  const lines = [`model years to ${before.yearMax} before, to ${after.yearMax} now`];
  for (const [what, namesOf] of Object.entries(NAMES)) {
    const [old, now] = [namesOf(before), namesOf(after)];
    lines.push(line(`${what} gained`, now.difference(old)), line(`${what} lost`, old.difference(now)));
  }
  return lines.join('\n');
}

const NAMES: Readonly<Record<string, (data: VehicleData) => ReadonlySet<string>>> = {
  makes: ({ modelMake, texts }) => new Set(Array.from(modelMake, (make) => texts[make]!)),
  models: ({ modelMake, modelName, texts }) =>
    new Set(Array.from(modelMake, (make, model) => `${texts[make]} ${texts[modelName[model]!]}`)),
  trims: ({ rowElement, rowValue, texts }) => {
    const trims = [...rowElement.entries()].filter(([, element]) => element === ELEMENT.trim);
    return new Set(trims.flatMap(([row]) => texts[rowValue[row]!]!.split(OPTION_SEPARATOR)));
  },
};

function line(title: string, names: ReadonlySet<string>): string {
  const shown = [...names].sort().slice(0, SHOWN_MAX).join(', ');
  return `${title}: ${names.size}${names.size === 0 ? '' : `: ${shown}${names.size > SHOWN_MAX ? ', ...' : ''}`}`;
}
