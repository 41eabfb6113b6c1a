# Fills a Redmine: ruby bin/rails runner redmine.rb LIST. LIST is JSON: the files for issues, documents, the lists
# of files, the wiki and a private project, each { name, path }. Prints how many pages of content came of it.
require 'active_support/testing/time_helpers'
include ActiveSupport::Testing::TimeHelpers

LIST = JSON.parse(File.read(ARGV[0]))
MODULES = %w[issue_tracking time_tracking news documents files wiki calendar gantt]
TOPICS = %w[Rainfall Traffic Housing Schools Energy Forests]

# Every step is a day later than the one before, on each machine.
$day = Time.utc(2024, 1, 8, 9)
def later
  $day += 20 * 3600
  travel_to($day) { yield }
end

# Nobody is to be told by mail, and nothing is kept if the machine goes down.
ActiveJob::Base.queue_adapter = :inline
ActiveRecord::Base.connection.execute('PRAGMA synchronous = OFF')
Setting.notified_events = []

Redmine::DefaultData::Loader.load('en')
Setting.login_required = '0'
Setting.sys_api_enabled = '0'
Setting.default_language = 'en'

def user(login, first, last, admin: false)
  later do
    made = User.new(firstname: first, lastname: last, mail: "#{login}@example.org", language: 'en', admin: admin)
    made.login = login
    made.password = made.password_confirmation = 'open sesame 17'
    made.save!
    made
  end
end

User.where(login: 'admin').each { |old| old.update!(password: 'open sesame 17', must_change_passwd: false) }
people = [%w[ada Ada Berg], %w[ben Ben Cole], %w[cleo Cleo Dahl], %w[dana Dana Ek], %w[emil Emil Falk], %w[fay Fay Gran]]
  .map { |login, first, last| user(login, first, last) }
User.current = people[0]

def project(identifier, name, people, parent: nil, is_public: true)
  later do
    made = Project.new(name: name, description: "Figures of the office: #{name.downcase}.", is_public: is_public)
    made.identifier = identifier
    made.enabled_module_names = MODULES
    made.trackers = Tracker.all
    made.save!
    made.set_parent!(parent) if parent
    people.each_with_index { |member, at| Member.create!(project: made, principal: member, roles: [Role.givable.to_a[at % 3]]) }
    made.reload
    %w[Collection Method Publication].each { |category| made.issue_categories.create!(name: category) }
    made
  end
end

projects = [project('climate', 'Climate', people), project('transport', 'Transport', people)]
projects << project('rail', 'Rail', people.first(3), parent: projects[1])
projects << project('society', 'Society', people.last(4))
hidden = project('board', 'Board', people.first(1), is_public: false)
# Each new project moved the others in the tree.
projects = projects.map { |old| Project.find(old.id) }
hidden.reload

def attach(container, file, author)
  later do
    File.open(file['path'], 'rb') do |content|
      Attachment.create!(container: container, file: content, filename: file['name'], author: author,
                         description: "Table #{file['name']}")
    end
  end
end

pages = projects.size * 2 + 1

versions = projects.flat_map do |in_project|
  %w[1.0 2.0].map do |name|
    pages += 1
    later { Version.create!(project: in_project, name: name, effective_date: $day.to_date + 90, status: 'open') }
  end
end

statuses = IssueStatus.sorted.to_a
activities = TimeEntryActivity.where(project_id: nil).to_a
issues = (0...66).map do |at|
  in_project = projects[at % projects.size]
  members = in_project.users.sort_by(&:id)
  later do
    issue = Issue.new(project: in_project, author: members[at % members.size], tracker: Tracker.sorted.to_a[at % 3],
                      subject: "#{TOPICS[at % TOPICS.size]}: table #{at + 1} is due", priority: IssuePriority.active.to_a[at % 4],
                      description: "The figures of part #{at + 1} are to be published.\n\nSee also ##{[at - 3, 1].max}.")
    issue.status = statuses.first
    issue.assigned_to = members[(at + 1) % members.size] if at % 3 != 0
    issue.category = in_project.issue_categories.to_a[at % 3]
    issue.fixed_version = in_project.versions.to_a[at % 2]
    issue.start_date = $day.to_date
    issue.due_date = $day.to_date + 14
    issue.save!
    issue
  end
end
pages += issues.size

issues.each_with_index do |issue, at|
  next unless at % 2 == 0
  later do
    issue.reload
    issue.init_journal(issue.project.users.min_by(&:id), "Checked the table of part #{at + 1}.")
    issue.status = statuses[1 + at % (statuses.size - 1)]
    issue.save!
  end
  later do
    TimeEntry.create!(project: issue.project, issue: issue, user: issue.project.users.min_by(&:id), author: people[0],
                      hours: 1 + at % 5, activity: activities[at % activities.size], spent_on: $day.to_date, comments: 'checking')
  end
end
issues.each_cons(9) { |group| IssueRelation.create!(issue_from: group[0], issue_to: group[8], relation_type: 'relates') if group[0].id % 5 == 0 }

LIST['issues'].each_with_index { |file, at| attach(issues[(at * 7) % issues.size], file, people[at % 3]) }

LIST['documents'].each_slice(2).with_index do |files, at|
  document = later do
    Document.create!(project: projects[at % projects.size], title: "Report #{at + 1}: #{TOPICS[at % TOPICS.size].downcase}",
                     description: 'What the tables say.', category: DocumentCategory.active.to_a[at % 2])
  end
  pages += 1
  files.each { |file| attach(document, file, people[0]) }
end
pages += projects.size

LIST['files'].each_with_index do |file, at|
  in_project = projects[at % projects.size]
  attach(at % 3 == 0 ? in_project.versions.to_a[0] : in_project, file, people[1])
end
pages += projects.size

LIST['wiki'].each_with_index do |file, at|
  in_project = projects[at % projects.size]
  wiki = in_project.wiki || Wiki.create!(project: in_project, start_page: 'Wiki')
  title = wiki.find_page('Wiki') ? "#{TOPICS[at % TOPICS.size]}_#{at + 1}" : 'Wiki'
  page = WikiPage.new(wiki: wiki, title: title)
  3.times do |version|
    later do
      page.content ||= WikiContent.new(page: page)
      page.content.text = "h1. #{title}\n\nThe state of #{version + 1}.\n\nSee attachment:#{file['name']}"
      page.content.author = people[version]
      page.content.comments = "edit #{version + 1}"
      page.new_record? ? page.save! : page.content.save!
    end
  end
  attach(page, file, people[2])
  pages += 1
end
projects.each do |in_project|
  wiki = in_project.wiki
  start = wiki.find_page('Wiki')
  others = wiki.pages.where.not(id: start.id).order(:id)
  later do
    start.content.text += "\n\n" + others.map { |other| "* [[#{other.title}]]" }.join("\n")
    start.content.save!
  end
end

projects.each do |in_project|
  2.times do |at|
    later do
      News.create!(project: in_project, author: people[0], title: "#{in_project.name}: news #{at + 1}", summary: 'New tables',
                   description: 'There are new tables among the files.')
    end
    pages += 1
  end
end
pages += 1

secret = later do
  Issue.create!(project: hidden, author: people[0], tracker: Tracker.first, subject: 'Not for everybody', status: statuses.first,
                priority: IssuePriority.active.first)
end
LIST['private'].each { |file| attach(secret, file, people[0]) }

# It makes them where somebody is looked at for the first time.
User.where(type: 'User').each { |known| known.pref.save! }
puts JSON.generate(pages: pages)
