import { Box, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { SearchIcon } from '../kit/icons.tsx';
import { useWords } from '../words/words.tsx';

/** The search on every page. */
export function QuickSearch() {
  const { shell } = useWords();
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    void navigate(`/sales?search=${encodeURIComponent(text.trim())}`);
    setText('');
  };
  return (
    <Box component="form" flex={1} maw={420} onSubmit={submit}>
      <search>
        <TextInput
          aria-label={shell.quickSearchLabel}
          placeholder={shell.quickSearch}
          leftSection={<SearchIcon size={17} />}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </search>
    </Box>
  );
}
