/** Styles are Vite's: it writes them beside the script. */
declare module '*.css';
