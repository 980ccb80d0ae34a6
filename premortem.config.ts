export default {
  suites: ['examples/**/*.suite.ts', 'properties/**/*.suite.ts'],
};
