import type { LienHolder } from '@northbind/sdk';
import type { Choice as SaleChoice } from '../../../shop-api.ts';
import { ErrorSummary, option, Radios, TextField } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { useTypedValue } from '../kit/typed.tsx';
import { unbroken } from '../kit/unbroken.ts';
import { useAnswer } from '../kit/use-answer.ts';
import { useWords } from '../words/words.tsx';

interface LienHolderFieldProps {
  readonly chosen: SaleChoice['lienHolder'];
  readonly onChoose: (lienHolder: SaleChoice['lienHolder']) => void;
}

const lettersMin = 3;

/** Searches while the customer types, a moment after the last letter. */
export function LienHolderField({ chosen, onChoose }: LienHolderFieldProps) {
  const { words } = useWords();
  const { brand } = useShop().facts;
  const [search, setSearch] = useTypedValue('lienHolderSearch', chosen?.name ?? '');
  const letters = search.trim();
  const question = letters.length < lettersMin ? null : `lien-holders?search=${encodeURIComponent(letters)}`;
  const { value: found, errors, isAway } = useAnswer<readonly LienHolder[]>(question, { waitMs: 250 });

  const shown = found ?? [];
  const searchField = (
    <>
      <TextField
        field="lienHolderSearch"
        label={words.vehicle.lienHolderSearch}
        hint={words.vehicle.lienHolderHint}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ErrorSummary errors={errors} isAside />
      <p className={found === null && !isAway ? 'unseen' : 'hint'} role="status">
        {isAway ? words.shopAway : found !== null && words.vehicle.lienHolderCount(found.length)}
      </p>
      {found !== null && (
        <details className="help" open={found.length === 0}>
          <summary>{words.vehicle.lienHolderNotListed}</summary>
          <p className="quiet">{words.vehicle.lienHolderHelp(unbroken(brand.phoneNumber))}</p>
        </details>
      )}
    </>
  );
  return (
    <Radios
      field="lienHolderId"
      legend={words.vehicle.lienHolder}
      className={shown.length > 6 ? 'two scroll' : 'two'}
      lead={searchField}
      options={shown.map(({ id, name, city, postalCode }) => option(id, [name, `${city} ${postalCode}`]))}
      chosen={chosen?.id}
      onChoose={(chosenId) => {
        const { id, name } = shown.find((one) => one.id === chosenId)!;
        onChoose({ id, name });
      }}
    />
  );
}
