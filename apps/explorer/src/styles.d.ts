/** The bundle writes styles to a separate file next to the script. */
declare module '*.css';
