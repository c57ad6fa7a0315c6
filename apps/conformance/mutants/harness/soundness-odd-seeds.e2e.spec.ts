import { proveSoundness } from './test/prove-soundness.js';

proveSoundness('odd');
