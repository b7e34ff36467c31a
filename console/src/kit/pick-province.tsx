import { Select, type SelectProps } from '@mantine/core';
import { type Province, provinces } from '../../../src/domain/province.ts';
import { useWords } from '../words/words.tsx';

interface PickProvinceProps extends Omit<SelectProps, 'value' | 'onChange'> {
  readonly value: Province | null;
  readonly onChange: (province: Province | null) => void;
}

export function PickProvince({ onChange, ...select }: PickProvinceProps) {
  const words = useWords().onboard.sellers;
  return (
    <Select
      label={words.province}
      withAsterisk
      searchable
      data={provinces.map((value) => ({ value, label: `${value} · ${words.provinceNames[value]}` }))}
      onChange={(province) => onChange(province as Province | null)}
      {...select}
    />
  );
}
