/** Vite writes the styles next to the script. */
declare module '*.css';
