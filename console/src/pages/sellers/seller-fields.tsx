import { Checkbox, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { type Province, provinces } from '../../../../src/domain/address/province.ts';
import type { PaymentMethod } from '../../../../src/domain/payment-method.ts';
import { type Series, seriesNames } from '../../../../src/domain/rating/vocabulary.ts';
import { useWords } from '../../words/words.tsx';

/** What is set up for a seller, alike when it is new and when it is changed. */
export interface SellerSetUp {
  readonly name: string;
  readonly province: Province | null;
  readonly series: readonly Series[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly requiresProducerCode: boolean;
}

export const emptySetUp: SellerSetUp = {
  name: '',
  province: null,
  series: ['Prime'],
  paymentMethods: ['REF'],
  requiresProducerCode: false,
};

interface SellerFieldsProps {
  readonly value: SellerSetUp;
  readonly onChange: (value: SellerSetUp) => void;
  readonly faultAt: (field: string) => string | undefined;
}

export function SellerFields({ value, onChange, faultAt }: SellerFieldsProps) {
  const words = useWords().onboard.sellers;
  const set = (change: Partial<SellerSetUp>): void => onChange({ ...value, ...change });
  return (
    <>
      <TextInput
        label={words.name}
        withAsterisk
        maxLength={120}
        value={value.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultAt('name')}
      />
      <Select
        label={words.province}
        description={words.provinceHint}
        withAsterisk
        searchable
        data={provinces.map((province) => ({
          value: province,
          label: `${province} · ${words.provinceNames[province]}`,
        }))}
        value={value.province}
        onChange={(province) => set({ province: province as Province | null })}
        error={faultAt('province')}
      />
      <Checkbox.Group
        label={words.series}
        withAsterisk
        value={[...value.series]}
        onChange={(series) => set({ series: series as Series[] })}
        error={faultAt('series')}
      >
        <Group gap="lg" mt={6}>
          {seriesNames.map((series) => (
            <Checkbox key={series} value={series} label={words.seriesNames[series]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group
        label={words.methods}
        withAsterisk
        value={[...value.paymentMethods]}
        onChange={(methods) => set({ paymentMethods: methods as PaymentMethod[] })}
        error={faultAt('paymentMethods')}
      >
        <Stack gap={7} mt={6}>
          {Object.entries(words.methodNames).map(([method, label]) => (
            <Checkbox key={method} value={method} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label={words.producerCodeAsk}
        checked={value.requiresProducerCode}
        onChange={(event) => set({ requiresProducerCode: event.currentTarget.checked })}
      />
    </>
  );
}
