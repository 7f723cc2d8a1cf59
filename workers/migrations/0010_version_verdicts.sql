ALTER TABLE `projects` ADD `verdict` text;--> statement-breakpoint
ALTER TABLE `versions` ADD `verdict` text;