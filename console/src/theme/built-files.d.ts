declare module 'virtual:theme.css';

/** A file's text, as Vite builds it in. */
declare module '*?raw' {
  const text: string;
  export default text;
}
