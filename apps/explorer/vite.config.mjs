import { defineConfig } from 'vite';

// Files with fixed names: the server writes the page around them, and browsers revalidate them (HTTP-2).
export default defineConfig({
  resolve: { conditions: ['@resource-catalogue/source'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'bundle',
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'src/main.tsx',
      output: {
        entryFileNames: 'explorer.js',
        chunkFileNames: '[name].js',
        assetFileNames: 'explorer[extname]',
        postBanner: '/*! With Preact: the MIT License, Copyright (c) 2015-present Jason Miller */',
      },
    },
  },
});
