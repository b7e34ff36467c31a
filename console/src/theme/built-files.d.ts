declare module 'virtual:theme.css';

declare module '*?only=en';
declare module '*?only=fr';

declare module '*?raw' {
  const text: string;
  export default text;
}
