import { Button, Group, List, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Province } from '../../../../src/domain/province.ts';
import type { PriceOrder, VehiclePrice } from '../../../../src/operator/wire/tariff.ts';
import { api } from '../../kit/api.ts';
import { Faults } from '../../kit/faults.tsx';
import { DateInput, PickFrom, PickProvince } from '../../kit/inputs.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import { Options } from '../sale/quote-panel.tsx';

/** What one vehicle would cost by a book, in force or not, and why it can't be insured. */
export function Calculator({ path }: { readonly path: string }) {
  const { tariff, sale, labels, format } = useWords();
  const words = tariff.calculator;
  const [given, setGiven] = useState({
    vin: '',
    odometer: '',
    province: 'ON' as Province,
    series: 'Prime' as PriceOrder['series'],
    purchaseMethod: 'Finance' as PriceOrder['purchaseMethod'],
    effectiveDate: format.today(),
  });
  const set = (change: Partial<typeof given>): void => setGiven((before) => ({ ...before, ...change }));
  const odometer = Number(given.odometer.replaceAll(/[\s\u00a0,]/g, ''));
  const isFilled = given.vin.trim().length === 17 && given.odometer.trim() !== '' && Number.isInteger(odometer);
  const pricing = useMutation({
    mutationFn: () => {
      const order: PriceOrder = { ...given, vin: given.vin.trim().toUpperCase(), odometer };
      return api.post<VehiclePrice>(`${path}/price`, order);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isFilled) pricing.mutate();
  };
  return (
    <Panel title={words.title}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="12px 16px" mb="md">
          <TextInput
            label={labels.vin}
            withAsterisk
            maxLength={17}
            w={210}
            value={given.vin}
            onChange={(event) => set({ vin: event.currentTarget.value })}
          />
          <TextInput
            label={words.odometer}
            withAsterisk
            inputMode="numeric"
            maxLength={9}
            w={165}
            value={given.odometer}
            onChange={(event) => set({ odometer: event.currentTarget.value })}
          />
          <PickProvince
            value={given.province}
            allowDeselect={false}
            onChange={(province) => set({ province: province ?? 'ON' })}
          />
          <PickFrom
            label={labels.series}
            names={{ Prime: 'Prime', Plus: 'Plus' }}
            value={given.series}
            onChange={(series) => set({ series })}
          />
          <PickFrom
            label={labels.purchaseMethod}
            names={sale.purchase}
            value={given.purchaseMethod}
            onChange={(purchaseMethod) => set({ purchaseMethod })}
          />
          <DateInput
            label={labels.effective}
            value={given.effectiveDate}
            onChange={(effectiveDate) => set({ effectiveDate: effectiveDate || format.today() })}
          />
          <Button type="submit" disabled={!isFilled} loading={pricing.isPending}>
            {words.act}
          </Button>
        </Group>
      </form>
      <Faults error={pricing.error} />
      {pricing.data && <Priced price={pricing.data} />}
    </Panel>
  );
}

function Priced({ price: { vehicle, vehicleClass, verdicts, options } }: { readonly price: VehiclePrice }) {
  const { tariff, sale, format } = useWords();
  const words = tariff.calculator;
  const known: Readonly<Record<string, string>> = words.reasons;
  const barred = verdicts.filter(({ reasons }) => reasons.length > 0);
  return (
    <div role="status">
      <Text fw={600} mb={6}>
        {`${format.vehicle(`${vehicle.year} ${vehicle.make} ${vehicle.model}`)} · ${vehicleClass}`}
      </Text>
      {barred.length > 0 && (
        <List size="sm">
          {barred.map(({ category, reasons }) => (
            <List.Item key={category}>
              {words.barred(sale.categories[category], reasons.map(({ code }) => known[code] ?? code).join(', '))}
            </List.Item>
          ))}
        </List>
      )}
      {options && <Options key={barred.map(({ category }) => category).join()} options={options} />}
    </div>
  );
}
