import { FileInput, type FileInputProps } from '@mantine/core';
import { useWords } from '../words/words.tsx';
import { UploadIcon } from './icons.tsx';

export function PickFile(input: FileInputProps) {
  return <FileInput placeholder={useWords().kit.filePick} leftSection={<UploadIcon size={16} />} {...input} />;
}

export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
