/** The bundle has the styles in a file beside the script. */
declare module '*.css';
