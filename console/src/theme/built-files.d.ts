declare module 'virtual:theme.css';

declare module '*?raw' {
  const text: string;
  export default text;
}
