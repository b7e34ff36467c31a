import { Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core';
import type { Province } from '../../../../src/domain/address/province.ts';
import type { PaymentMethod } from '../../../../src/domain/payment-method.ts';
import { type Series, seriesNames } from '../../../../src/domain/rating/vocabulary.ts';
import type { Form } from '../../kit/form.ts';
import { PickProvince } from '../../kit/pick-province.tsx';
import { useWords } from '../../words/words.tsx';

/** The fields of a new or a changed seller. */
export interface SellerSetUp {
  readonly name: string;
  readonly province: Province | null;
  readonly series: readonly Series[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly requiresProducerCode: boolean;
  readonly requiresAcknowledgements: boolean;
}

export const emptySetUp: SellerSetUp = {
  name: '',
  province: null,
  series: ['Prime'],
  paymentMethods: ['REF'],
  requiresProducerCode: false,
  requiresAcknowledgements: false,
};

export function SellerFields({ form }: { readonly form: Form<SellerSetUp> }) {
  const words = useWords().onboard.sellers;
  const { values, set } = form;
  return (
    <>
      <TextInput label={words.name} withAsterisk maxLength={120} {...form.text('name')} />
      <PickProvince description={words.provinceHint} {...form.control('province')} />
      <Checkbox.Group
        label={words.series}
        withAsterisk
        value={[...values.series]}
        onChange={(series) => set({ series: series as Series[] })}
        error={form.control('series').error}
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
        value={[...values.paymentMethods]}
        onChange={(methods) => set({ paymentMethods: methods as PaymentMethod[] })}
        error={form.control('paymentMethods').error}
      >
        <Stack gap={7} mt={6}>
          {Object.entries(words.methodNames).map(([method, label]) => (
            <Checkbox key={method} value={method} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label={words.producerCodeAsk}
        checked={values.requiresProducerCode}
        onChange={(event) => set({ requiresProducerCode: event.currentTarget.checked })}
      />
      <Switch
        label={words.acknowledgementsAsk}
        checked={values.requiresAcknowledgements}
        onChange={(event) => set({ requiresAcknowledgements: event.currentTarget.checked })}
      />
    </>
  );
}
