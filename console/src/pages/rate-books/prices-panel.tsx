import { Alert, Button, FileButton, Group, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type BookPrice,
  placeOf,
  pricesCsv,
  pricesOf,
  readPrices,
  withPrices,
} from '../../../../src/domain/tariff/book-prices.ts';
import type { WrittenBook } from '../../../../src/domain/tariff/written-book.ts';
import type { NewRateBook, RateBookAnswer } from '../../../../src/operator/wire/tariff.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { centsOf, typedAmount } from '../../kit/amount.ts';
import { api } from '../../kit/api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { DownloadIcon, UploadIcon, WarningIcon } from '../../kit/icons.tsx';
import { FullWidth, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

/** What was typed for a price, by its place; null while nothing is changed. */
type Typed = ReadonlyMap<string, string> | null;

/** The prices of a book before factors, a product at a time, to look at and to change into a draft. */
export function PricesPanel({ book, written }: { readonly book: RateBookAnswer; readonly written: WrittenBook }) {
  const { tariff, language } = useWords();
  const words = tariff.prices;
  const mayChange = useMay('admin');
  const prices = pricesOf(written);
  const [product, setProduct] = useState(written.products[0]!.code);
  const [typed, setTyped] = useState<Typed>(null);
  const [badLine, setBadLine] = useState<number | null>(null);
  const changed = prices.flatMap((price) => {
    const cents = centsOf(typed?.get(placeOf(price)) ?? '');
    return cents === null || cents === price.cents ? [] : [{ ...price, cents }];
  });
  const load = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const read = readPrices(await cellsOf(await file.text()), prices, centsOf);
    setBadLine(read.ok ? null : read.line);
    if (read.ok) setTyped(new Map(read.prices.map((price) => [placeOf(price), typedAmount(price.cents, language)])));
  };
  const csv = `data:text/csv;charset=utf-8,${encodeURIComponent(pricesCsv(prices))}`;
  return (
    <Panel
      title={words.title}
      aside={
        <Group gap={8}>
          <Button
            size="xs"
            variant="default"
            leftSection={<DownloadIcon size={16} />}
            component="a"
            href={csv}
            download={`${book.version}.csv`}
          >
            {words.download}
          </Button>
          {mayChange && (
            <FileButton accept=".csv,text/csv" onChange={(file) => void load(file)}>
              {(button) => (
                <Button size="xs" variant="default" leftSection={<UploadIcon size={16} />} {...button}>
                  {words.upload}
                </Button>
              )}
            </FileButton>
          )}
          {mayChange && typed === null && (
            <Button size="xs" onClick={() => setTyped(new Map())}>
              {words.change}
            </Button>
          )}
          {typed !== null && (
            <Button size="xs" variant="default" onClick={() => setTyped(null)}>
              {words.leave}
            </Button>
          )}
          {typed !== null && <SaveDraft book={book} changed={changed} />}
        </Group>
      }
    >
      {badLine !== null && (
        <Alert color="red" icon={<WarningIcon />} role="alert" mb="md">
          {words.badLine(badLine)}
        </Alert>
      )}
      <NativeSelect
        label={words.product}
        maw={340}
        data={written.products.map(({ code, name }) => ({ value: code, label: `${name[language]} (${code})` }))}
        value={product}
        onChange={(event) => setProduct(event.currentTarget.value)}
      />
      <FullWidth>
        <PriceTable
          written={written}
          product={product}
          mayChange={mayChange}
          typed={typed}
          setTyped={setTyped}
          prices={prices.filter((one) => one.product === product)}
        />
      </FullWidth>
    </Panel>
  );
}

/** A spreadsheet separates cells by its language's own sign. */
async function cellsOf(text: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  return parse(text, { bom: true, delimiter: [',', ';', '\t'], relax_column_count: true, skip_empty_lines: true });
}

interface ClassRow {
  readonly vehicleClass: string;
  readonly prices: readonly BookPrice[];
}

interface PriceTableProps {
  readonly written: WrittenBook;
  readonly product: string;
  readonly prices: readonly BookPrice[];
  readonly mayChange: boolean;
  readonly typed: Typed;
  readonly setTyped: (typed: Typed) => void;
}

function PriceTable({ written, product, prices, mayChange, typed, setTyped }: PriceTableProps) {
  const { tariff, labels, kit, language, format, column } = useWords();
  const words = tariff.prices;
  /** The price that was clicked, to be typed in at once. */
  const begun = useRef<string | null>(null);
  const rows = [...Map.groupBy(prices, ({ vehicleClass }) => vehicleClass)].map(
    ([vehicleClass, ofClass]): ClassRow => ({ vehicleClass, prices: ofClass }),
  );
  const nameOf = (code: string): string =>
    written.vehicleClasses.find((one) => one.code === code)?.name[language] ?? code;
  const terms = [...new Set(prices.map(({ years }) => years))].sort((one, other) => one - other);
  const cell = (price: BookPrice | undefined, vehicleClass: string) => {
    if (price === undefined) return kit.none;
    const place = placeOf(price);
    if (typed === null) {
      const begin = (): void => {
        begun.current = place;
        setTyped(new Map());
      };
      return mayChange ? (
        <Button variant="subtle" color="gray" size="compact-sm" fw={400} fz="inherit" onClick={begin}>
          {format.money(price.cents)}
        </Button>
      ) : (
        format.money(price.cents)
      );
    }
    const value = typed.get(place) ?? typedAmount(price.cents, language);
    return (
      <TextInput
        ref={(input) => {
          if (input === null || begun.current !== place) return;
          begun.current = null;
          input.focus();
          input.select();
        }}
        size="xs"
        w={82}
        inputMode="decimal"
        maxLength={12}
        aria-label={`${nameOf(vehicleClass)}, ${labels.years(price.years)}`}
        value={value}
        error={centsOf(value) === null}
        onChange={(event) => setTyped(new Map(typed).set(place, event.currentTarget.value))}
      />
    );
  };
  return (
    <DataTable<ClassRow>
      caption={`${words.title}: ${product}`}
      rows={rows}
      keyOf={({ vehicleClass }) => vehicleClass}
      cardsBelow={0}
      columns={[
        column.name(words.vehicleClass, ({ vehicleClass }) => nameOf(vehicleClass)),
        ...terms.map(
          (years): Column<ClassRow> =>
            column.number(labels.years(years), (row) =>
              cell(
                row.prices.find((price) => price.years === years),
                row.vehicleClass,
              ),
            ),
        ),
      ]}
    />
  );
}

/** A book that prices nothing until it is activated; its page compares it with the one in force. */
function SaveDraft({ book, changed }: { readonly book: RateBookAnswer; readonly changed: readonly BookPrice[] }) {
  const { tariff, format } = useWords();
  const words = tariff.prices;
  const navigate = useNavigate();
  return (
    <ActButton
      {...actTexts(words, 'save')}
      button={{ size: 'xs', disabled: changed.length === 0 }}
      lead={words.changedLead(format.number(changed.length), book.version)}
      reason="optional"
      initial={{ version: `${book.version}, ${format.today()}` }}
      required={['version']}
      texts={tariff.books}
      fields={{ version: 200 }}
      send={async (reason, { version }) => {
        const draft: NewRateBook = { document: withPrices(book.document, version, changed), reason };
        await api.post('/api/rate-books', draft);
        await navigate(`/rate-books/${encodeURIComponent(version)}`);
      }}
    />
  );
}
