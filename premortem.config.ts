export default {
  // In this order they are searched and told: the outages first.
  suites: ['properties/**/*.suite.ts', 'examples/**/*.suite.ts'],
};
