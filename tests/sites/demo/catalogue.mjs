// What the imaginary office publishes: themes, datasets and their numbers.
import { integer, pick, randomFor } from './random.mjs';

export const kOffice = 'Statistics Ardhaven';
export const kRegions = [
  'Northmere', 'Eastfold', 'Calder Vale', 'Ardhaven City', 'Southwick', 'Brae Coast', 'Lowmarch', 'The Isles',
];
export const kYears = [2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024];

const kThemes = [
  ['population', 'Population and households', '#2a6f97', 'persons', [
    'Resident population by region', 'Births by age of mother', 'Deaths by cause', 'Internal migration',
    'Households by size', 'Marriages and divorces', 'Population aged 65 and over', 'Naturalisations',
    'First names of newborns', 'Census of dwellings and persons']],
  ['labour', 'Work and wages', '#9d4edd', 'persons', [
    'Employment by industry', 'Registered unemployment', 'Job vacancies', 'Median monthly wages',
    'Hours worked', 'Part-time employment', 'Commuters between regions', 'Apprenticeships',
    'Accidents at work', 'Self-employed persons']],
  ['prices', 'Prices', '#bc4749', 'index, 2015 = 100', [
    'Consumer price index', 'Producer price index', 'Rent index', 'Food prices in shops', 'Fuel prices',
    'Price of building land', 'Import prices', 'Harmonised inflation rate', 'Electricity tariffs', 'Water charges']],
  ['education', 'Education', '#e09f3e', 'pupils', [
    'Pupils by type of school', 'Teachers by subject', 'School leavers', 'University enrolment',
    'Adult education courses', 'Class sizes', 'Pre-school attendance', 'Foreign language learners',
    'Education spending', 'Doctoral degrees']],
  ['health', 'Health', '#d62828', 'cases', [
    'Hospital beds', 'Doctors by speciality', 'Vaccination coverage', 'Causes of hospital stays',
    'Nursing home places', 'Dental check-ups', 'Notifiable diseases', 'Ambulance calls',
    'Health insurance claims', 'Births in hospital']],
  ['housing', 'Housing and construction', '#6c584c', 'dwellings', [
    'Building permits', 'Completed dwellings', 'Vacant dwellings', 'House prices by region', 'Dwellings by heating',
    'Average living space', 'Holiday homes', 'Mortgage lending', 'Construction turnover', 'Demolitions']],
  ['transport', 'Transport', '#3d5a80', 'vehicles', [
    'Registered vehicles', 'Road accidents', 'Rail passengers', 'Ferry passengers', 'Freight by mode',
    'Cycling counts', 'Electric cars', 'Airport movements', 'Driving licences', 'Traffic on main roads']],
  ['energy', 'Energy', '#f4a261', 'GWh', [
    'Electricity generation by source', 'Gas consumption', 'Household energy use', 'Wind turbines in operation',
    'Solar installations', 'Heating oil stocks', 'Energy imports', 'District heating', 'Charging stations',
    'Energy balance']],
  ['agriculture', 'Farming and fishing', '#588157', 'tonnes', [
    'Crop yields', 'Livestock', 'Milk deliveries', 'Organic farms', 'Farm structure survey', 'Fish landings',
    'Orchard areas', 'Fertiliser sales', 'Farm incomes', 'Woodland felling']],
  ['environment', 'Environment', '#2a9d8f', 'tonnes', [
    'Air quality measurements', 'Greenhouse gas emissions', 'Household waste', 'River water quality',
    'Protected areas', 'Land use', 'Drinking water abstraction', 'Noise complaints', 'Breeding birds',
    'Environmental taxes']],
  ['trade', 'Business and trade', '#264653', 'million crowns', [
    'Business register', 'New companies', 'Insolvencies', 'Retail turnover', 'Exports by product',
    'Imports by country', 'Industrial orders', 'Research spending', 'Crafts and trades', 'Online sales']],
  ['culture', 'Culture and tourism', '#b56576', 'visits', [
    'Overnight stays', 'Museum visits', 'Library loans', 'Cinema admissions', 'Theatre performances',
    'Sports clubs', 'Campsite capacity', 'Monuments', 'Broadcast hours', 'Music school pupils']],
];

export function slug(text) {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** Which formats a dataset is published in, by its number. */
const kFormats = [
  ['csv', 'xlsx'], ['csv'], ['csv', 'json'], ['xlsx', 'pdf'], ['csv', 'ods'], ['csv', 'zip'],
];

function values(name) {
  const random = randomFor(name);
  const trend = 0.96 + random() * 0.1;
  return kRegions.map(() => {
    let level = integer(random, 400, 90_000);
    return kYears.map(() => {
      level *= trend + (random() - 0.5) * 0.06;
      return Math.round(level);
    });
  });
}

function dataset(theme, title, number) {
  const random = randomFor(`dataset ${title}`);
  const numbers = values(title);
  return {
    number, title, theme, slug: slug(title),
    url: `/datasets/${slug(title)}/`,
    unit: theme.unit,
    formats: number % 20 === 19 ? [] : kFormats[number % kFormats.length],
    frequency: pick(random, ['yearly', 'quarterly', 'monthly']),
    updated: `2024-${String(integer(random, 1, 11)).padStart(2, '0')}-${String(integer(random, 1, 28)).padStart(2, '0')}`,
    totals: kYears.map((_, at) => numbers.reduce((sum, row) => sum + row[at], 0)),
    rows: [['year', 'region', 'value'],
      ...kYears.flatMap((year, at) => kRegions.map((region, row) => [year, region, numbers[row][at]]))],
  };
}

export const themes = kThemes.map(([id, title, colour, unit]) => ({ id, title, colour, unit, url: `/themes/${id}/` }));

export const datasets = kThemes.flatMap(([, , , , titles], at) =>
  titles.map((title, index) => dataset(themes[at], title, at * 10 + index)));

for (const theme of themes) theme.datasets = datasets.filter((one) => one.theme === theme);

/** A table of its own for files that belong to no dataset. */
export function table(name) {
  const numbers = values(name);
  return [['year', 'region', 'value'],
    ...kYears.flatMap((year, at) => kRegions.map((region, row) => [year, region, numbers[row][at]]))];
}
